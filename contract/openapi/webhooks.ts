import { type EventType, events } from "../events/events";
import { timestamp } from "../fields";
import { bodySample } from "./samples";
import { eventSamples } from "./samples-of-events";
import type { Schemas } from "./schemas";

/** The Standard Webhooks headers and a body of `{ type, timestamp, data }`. */
export function describeWebhooks(schemas: Schemas): Record<string, object> {
  return Object.fromEntries(
    Object.entries(events).map(([type, data]) => {
      const content = schemas.convert(data(), "output");
      const schema = {
        type: "object",
        properties: {
          type: { type: "string", const: type },
          timestamp: schemas.convert(timestamp, "output"),
          data: content,
        },
        required: ["type", "timestamp", "data"],
        additionalProperties: false,
      };
      const sample = bodySample(type, content, schemas.components) as object;
      const example = { type, timestamp: "+1763164800000", data: { ...sample, ...eventSamples[type as EventType] } };
      return [type, { post: describeDelivery(type, schema, example) }];
    }),
  );
}

/** The headers of every delivery. */
export const webhookParameters = {
  WebhookId: header("webhook-id", "Identifier of the event, the same on every try"),
  WebhookTimestamp: header("webhook-timestamp", "Unix time of the try, in seconds"),
  WebhookSignature: header("webhook-signature", "`v1,` and the base64 HMAC-SHA256 of id, timestamp and body"),
};

function describeDelivery(type: string, schema: object, example: object): object {
  return {
    operationId: type,
    summary: `Sent on ${type}`,
    description:
      "Delivered at least once, in no promised order: the event's `position` tells the order. Verify the signature before trusting the body.",
    tags: ["webhook_subscriptions"],
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: { "2XX": { description: "Received. Any other answer is a failure and is tried again." } },
  };
}

function header(name: string, description: string): object {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}
