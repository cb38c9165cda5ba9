import { readFileSync } from "node:fs";
import type { EventType } from "../../../contract";

interface Reference {
  webhooks: Record<string, { post: { requestBody: { content: { "application/json": { example: { data: object } } } } } }>;
}

let dataByType: ReadonlyMap<string, string> | undefined;

/** Data of an event that never was, as JSON: the example of the reference. */
export function madeUpData(type: EventType): string {
  dataByType ??= examples();
  return dataByType.get(type) ?? "{}";
}

/** The reference is seventeen thousand objects, at which every garbage collection would look: only these texts are kept. */
function examples(): ReadonlyMap<string, string> {
  const file = readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8");
  const { webhooks } = JSON.parse(file) as Reference;
  return new Map(
    Object.entries(webhooks).map(([type, { post }]) => [
      type,
      JSON.stringify(post.requestBody.content["application/json"].example.data),
    ]),
  );
}
