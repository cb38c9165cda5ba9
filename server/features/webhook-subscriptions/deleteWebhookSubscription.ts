import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { deleteSubscriptionRow } from "./queries";

export const deleteWebhookSubscription: Handler<"deleteWebhookSubscription"> = async (ctx, { params }) => {
  const subscriptionId = params.subscription_id;
  if (!(await deleteSubscriptionRow(ctx, subscriptionId))) throw notFound();
  await recordEvent(ctx, "webhook_subscription.deleted", subscriptionId, { subscriptionId });
  return { subscriptionId, deleted: true };
};
