import * as z from "zod";
import { count, identifier, isInOrder, outOfOrder, timestamp, timestampInQuery } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { eventTypes } from "./events";

export const deliveryStates = ["pending", "succeeded", "failed"] as const;
export const deliveryRetentionDays = 30;

const eventType = z.enum(eventTypes);

const webhookDelivery = lazy(() =>
  z
    .strictObject({
      deliveryId: identifier,
      subscriptionId: identifier,
      eventId: identifier.meta({ description: "The `webhook-id` of every try" }),
      eventType,
      purpose: z
        .enum(["event", "redelivery", "test"])
        .meta({ description: "`redelivery` and `test` were asked for, and never disable a subscription" }),
      state: z.enum(deliveryStates).meta({ description: "`pending`: not sent yet, or to be tried again" }),
      triesMade: count,
      nextTryAt: timestamp.nullable(),
      lastStatus: z.int().nullable().meta({ description: "Of the last try's answer; null when there was none" }),
      lastError: z.string().nullable(),
      createdAt: timestamp,
      finishedAt: timestamp.nullable(),
    })
    .meta({ id: "WebhookDelivery" }),
);
export type WebhookDelivery = Made<typeof webhookDelivery>;

const webhookTry = lazy(() =>
  z
    .strictObject({
      at: timestamp,
      durationMs: count,
      status: z.int().nullable(),
      error: z
        .string()
        .nullable()
        .meta({ description: "`http_status`, `timeout`, `connection_refused` and others; null: success" }),
      answer: z.string().nullable().meta({
        description: "The first 16 KB; of all but the latest 100 deliveries with long answers, the first 1,000 characters",
      }),
    })
    .meta({ id: "WebhookTry" }),
);

const base = "/v0/webhook_subscriptions/{subscription_id}";

export const listWebhookDeliveries = operation({
  tier: "extension",
  summary: "List the deliveries of a webhook subscription, newest first",
  description: `They are kept for ${deliveryRetentionDays} days. \`from\` is the first moment of a creation that counts, \`to\` the first that does not any more.`,
  method: "GET",
  path: `${base}/deliveries`,
  access: "webhook_subscriptions:read",
  query: z
    .strictObject({
      ...paging,
      state: z.enum(deliveryStates).optional(),
      eventType: eventType.optional(),
      from: timestampInQuery.optional(),
      to: timestampInQuery.optional(),
    })
    .refine(isInOrder, outOfOrder),
  response: () => envelope(webhookDelivery(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const getWebhookDelivery = operation({
  tier: "extension",
  summary: "Read a delivery with its tries",
  method: "GET",
  path: `${base}/deliveries/{delivery_id}`,
  access: "webhook_subscriptions:read",
  response: () =>
    webhookDelivery()
      .extend({ tries: z.array(webhookTry()).meta({ description: "The last 20, oldest first" }) })
      .meta({ id: "WebhookDeliveryWithTries" }),
  status: 200,
  errors: ["not_found"],
});

export const redeliverWebhookDelivery = operation({
  tier: "extension",
  summary: "Send a delivery once more",
  description:
    "At once and once, with the same `webhook-id` and the current secret, also to a subscription that is not active. It is never counted towards disabling. One that is pending is tried at once.",
  method: "POST",
  path: `${base}/deliveries/{delivery_id}/redeliver`,
  access: "webhook_subscriptions:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: webhookDelivery,
  status: 200,
  errors: ["not_found"],
});

export const recoverWebhookDeliveries = operation({
  tier: "extension",
  summary: "Send everything again that failed since a time",
  description: "Deliveries created since then that have failed get all their tries again. It goes on after the answer.",
  method: "POST",
  path: `${base}/recover`,
  access: "webhook_subscriptions:write",
  body: z.strictObject({ since: timestamp }),
  response: () => z.strictObject({ subscriptionId: identifier, since: timestamp }),
  status: 200,
  errors: ["not_found"],
});

export const testWebhookSubscription = operation({
  tier: "extension",
  summary: "Send a made-up event",
  description:
    "Of any type, with realistic data, once, also to a subscription that is not active. Read the delivery to see how it went.",
  method: "POST",
  path: `${base}/test`,
  access: "webhook_subscriptions:write",
  body: z.strictObject({ eventType: eventType.default("person.created") }),
  bodyOptional: true,
  response: webhookDelivery,
  status: 201,
  errors: ["not_found"],
});
