import * as z from "zod";
import { identifier, timestamp } from "./fields";

/** Apart from its operations: events carry it, and the operations name the events. */
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
export type WebhookSubscription = z.output<typeof webhookSubscription>;
