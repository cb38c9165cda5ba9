import * as z from "zod";
import { distinct, identifier, list, maxUrlLength, text } from "../fields";
import { lazy } from "../lazy";
import { operation } from "../operation";
import { envelope, optionalPaging } from "../paging";
import { eventTypes } from "./events";
import { subscriptionDetails, subscriptionFilter, webhookSubscription } from "./webhook-subscription";

export const maxSubscriptions = 100;

const url = text(1, maxUrlLength)
  .refine(isWebhookUrl, "must be an absolute http or https address without a user name or password")
  .meta({ maxLength: maxUrlLength, format: "uri" });

function isWebhookUrl(value: string): boolean {
  // Refuses what parsers repair in different ways: the stored address must be the one that is called.
  if (!/^https?:\/\/[^/\\?#]/i.test(value) || /[\s\u0000-\u001f\u007f\\]/.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "" && !/^[^/?#]*@/.test(value.slice(value.indexOf("//") + 2));
}

const eventNames: readonly string[] = ["*", ...eventTypes];

const eventName = z
  .string()
  .refine((name) => eventNames.includes(name), { error: "must be * or the name of an event", params: { code: "not_allowed" } })
  .meta({ enum: [...eventNames] });

const events = list(eventName)
  .min(1)
  .superRefine(
    (names, check) => {
      names.forEach((name, index) => {
        if (names.indexOf(name) === index) return;
        const params = { code: "repeated" };
        check.addIssue({ code: "custom", path: [index], params, message: "must not occur twice", input: name });
      });
    },
    { when: ({ value }) => Array.isArray(value) },
  )
  .meta({ description: "Names of events, or `*` for all, those to come included" });

const maxHeaders = 10;
const maxHeaderLength = 2_048;
const reservedHeader =
  /^(host|webhook-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-type|user-agent|expect)$/i;

const header = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/, "must be the name of a header: letters, digits, - and _")
    .refine((name) => !reservedHeader.test(name), {
      error: "must be none of those that every delivery or connection has",
      params: { code: "not_allowed" },
    })
    .transform((name) => name.toLowerCase())
    .meta({ examples: ["x-api-key"] }),
  value: z
    .string()
    .max(maxHeaderLength)
    .regex(
      /^$|^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/,
      "must have printable ASCII characters alone, without spaces around them",
    ),
});

const headers = distinct(z.array(header).max(maxHeaders), "name").meta({
  description:
    "Sent with every delivery; never `host`, `webhook-*` or those of the connection. Their values are never shown again",
});

const issuedSubscription = lazy(() =>
  webhookSubscription()
    .extend({
      secret: z.string().nullable().meta({ description: "What deliveries are signed with, shown this once; null in a replay" }),
    })
    .meta({ id: "IssuedWebhookSubscription" }),
);

export const listWebhookSubscriptions = operation({
  tier: "contract",
  number: 21,
  summary: "List webhook subscriptions, oldest first",
  description: "All of them in one answer when no `limit` is given. `totalCount` is the number of items returned.",
  method: "GET",
  path: "/v0/webhook_subscriptions",
  access: "webhook_subscriptions:read",
  query: z.strictObject(optionalPaging),
  response: () => envelope(webhookSubscription()),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createWebhookSubscription = operation({
  tier: "extension",
  summary: "Create a webhook subscription",
  description: `A tenant has at most ${maxSubscriptions}.`,
  method: "POST",
  path: "/v0/webhook_subscriptions",
  access: "webhook_subscriptions:write",
  body: z.strictObject({
    url,
    events,
    active: z.boolean().default(true),
    filter: subscriptionFilter.nullable().optional(),
    headers: headers.optional(),
  }),
  response: issuedSubscription,
  status: 201,
  shownOnce: ["secret"],
  errors: ["too_many_subscriptions"],
});

export const getWebhookSubscription = operation({
  tier: "extension",
  summary: "Read a webhook subscription",
  method: "GET",
  path: "/v0/webhook_subscriptions/{subscription_id}",
  access: "webhook_subscriptions:read",
  response: webhookSubscription,
  status: 200,
  errors: ["not_found"],
});

export const getWebhookSubscriptionDetails = operation({
  tier: "extension",
  summary: "Read a webhook subscription with its settings and health",
  method: "GET",
  path: "/v0/webhook_subscriptions/{subscription_id}/details",
  access: "webhook_subscriptions:read",
  response: subscriptionDetails,
  status: 200,
  errors: ["not_found"],
});

export const updateWebhookSubscription = operation({
  tier: "extension",
  summary: "Change a webhook subscription",
  description: "A field left out stays as it is, and so does the secret. What was pending is sent once it is active again.",
  method: "PATCH",
  path: "/v0/webhook_subscriptions/{subscription_id}",
  access: "webhook_subscriptions:write",
  body: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    active: z.boolean().optional(),
    filter: subscriptionFilter.nullable().optional().meta({ description: "Null removes it" }),
    headers: headers.optional().meta({ description: "Replaces all of them" }),
  }),
  response: webhookSubscription,
  status: 200,
  errors: ["not_found"],
});

export const deleteWebhookSubscription = operation({
  tier: "extension",
  summary: "Delete a webhook subscription",
  method: "DELETE",
  path: "/v0/webhook_subscriptions/{subscription_id}",
  access: "webhook_subscriptions:write",
  response: () => z.strictObject({ subscriptionId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found"],
});

export const rotateWebhookSecret = operation({
  tier: "extension",
  summary: "Replace the secret of a webhook subscription",
  description:
    "What is sent from now on is signed with the new one, and with each replaced one for 24 hours more, at most the last four.",
  method: "POST",
  path: "/v0/webhook_subscriptions/{subscription_id}/rotate_secret",
  access: "webhook_subscriptions:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: issuedSubscription,
  status: 200,
  shownOnce: ["secret"],
  errors: ["not_found"],
});
