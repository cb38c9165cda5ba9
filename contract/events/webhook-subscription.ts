import * as z from "zod";
import { identifier, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { visitKind } from "../visits/visit-kinds";

/** In a file of its own, because events contain it and its operations refer to events. */
export const webhookSubscription = lazy(() =>
  z
    .strictObject({
      subscriptionId: identifier,
      url: z.string(),
      events: z.array(z.string()),
      active: z.boolean(),
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .meta({ id: "WebhookSubscription" }),
);

export const subscriptionFilter = z
  .strictObject({
    pageId: identifier.max(255).optional(),
    accountId: identifier.max(255).optional(),
    visitKind: visitKind.optional(),
  })
  .meta({
    id: "WebhookFilter",
    description:
      "Sends events alone whose data, or whose audience, have all of these. An event that says nothing of the kind is not sent",
  });
export type SubscriptionFilter = z.output<typeof subscriptionFilter>;

const disabledReasons = ["gone", "failing"] as const;
const subscriptionDisabledReasons = [...disabledReasons, "secret_lost"] as const;
export type WebhookDisabledReason = (typeof subscriptionDisabledReasons)[number];

/** What the list of subscriptions does not show. */
export const subscriptionDetails = lazy(() =>
  z
    .strictObject({
      ...webhookSubscription().shape,
      filter: subscriptionFilter.nullable(),
      headerNames: z.array(z.string()).meta({ description: "Of the static headers; their values are never shown" }),
      disabledReason: z.enum(subscriptionDisabledReasons).nullable().meta({
        description: "Why it was disabled without being asked to. `secret_lost`: the operator lost the key that opens its secret",
      }),
      previousSecretUntil: timestamp
        .nullable()
        .meta({ description: "Until then deliveries are signed with the replaced secret too" }),
      health: z.strictObject({
        lastSuccessAt: timestamp.nullable(),
        lastFailureAt: timestamp.nullable(),
        failuresInARow: z.int().min(0),
        failingSince: timestamp.nullable(),
        lagMs: z.int().min(0).meta({ description: "How long the oldest pending delivery has waited; 0 when none does" }),
      }),
    })
    .meta({ id: "WebhookSubscriptionDetails" }),
);

/** What is told when a subscription was disabled because its receiver does not take deliveries. */
export const disabledSubscription = lazy(() =>
  z.strictObject({
    subscriptionId: identifier,
    url: z.string(),
    reason: z.enum(disabledReasons).meta({ description: "`gone`: it answered 410. `failing`: nothing but failures for days" }),
    lastEvent: z.strictObject({ eventId: identifier, type: z.string() }),
    status: z.int().nullable().meta({ description: "Of the last answer; null when there was none" }),
    answer: z.string().nullable().meta({ description: "The beginning of the last answer, without e-mail addresses" }),
  }),
);

export type WebhookSubscription = Made<typeof webhookSubscription>;
