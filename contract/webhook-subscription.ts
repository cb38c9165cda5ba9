import * as z from "zod";
import { identifier, timestamp } from "./fields";

/** In a file of its own, because events contain it and its operations refer to events. */
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
