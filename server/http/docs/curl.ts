import type { Operation } from "../../../contract";

/** The operation as a command; `$FOYER_URL`, `$FOYER_KEY` and what the path names are the reader's. */
export function curlOf({ method, path }: Operation, body: unknown): string {
  const hasBody = body !== undefined && Object.keys(body as object).length > 0;
  const verb = method === "GET" || (method === "POST" && hasBody) ? "" : `-X ${method} `;
  const lines = [`curl ${verb}"$FOYER_URL${path.replaceAll(/\{(\w+)\}/g, "$$$1")}"`, '-H "x-api-key: $FOYER_KEY"'];
  if (hasBody) lines.push('-H "content-type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`);
  return lines.join(" \\\n  ");
}
