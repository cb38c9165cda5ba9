import type { EventType } from "../../../contract";
import openapi from "../../../openapi.json";

interface Sampled {
  post: { requestBody: { content: { "application/json": { example: { data: object } } } } };
}

/** Data of an event that never was: the example of the reference. */
export function madeUpData(type: EventType): object {
  return (
    (openapi.webhooks as unknown as Record<string, Sampled>)[type]?.post.requestBody.content["application/json"].example.data ??
    {}
  );
}
