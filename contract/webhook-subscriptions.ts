import * as z from "zod";
import { identifier, timestamp } from "./fields";
import { operation } from "./operation";
import { envelope, optionalPaging } from "./paging";

export const webhookSubscription = z
  .strictObject({
    subscriptionId: identifier,
    url: z.string(),
    events: z.array(z.string()),
    active: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "WebhookSubscription" });

export const listWebhookSubscriptions = operation({
  id: "listWebhookSubscriptions",
  tier: "contract",
  number: 21,
  summary: "List webhook subscriptions, oldest first",
  description: "All of them in one answer when no `limit` is given. `totalCount` is the number of items returned.",
  method: "GET",
  path: "/v0/webhook_subscriptions",
  access: "webhook_subscriptions:read",
  query: z.strictObject(optionalPaging),
  response: envelope(webhookSubscription),
  status: 200,
  errors: ["invalid_cursor"],
  planned: true,
});
