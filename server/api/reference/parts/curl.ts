import type { Operation } from "../../../../contract";
import { recordsNamed } from "../../../../contract/openapi/samples";
import { breakable, type Markup, markup, nothing } from "./markup";

/** The operation as a command; `$FOYER_URL`, `$FOYER_KEY` and the records that it names are the reader's. */
export function curlOf({ method, path, upload }: Operation, body: unknown): Markup {
  const hasBody = body !== undefined && Object.keys(body as object).length > 0;
  const verb = method === "GET" || (method === "POST" && hasBody) ? "" : `-X ${method} `;
  const route = breakable(path.replaceAll(/\{(\w+)\}/g, "$$$1"));
  return markup`curl ${verb}"$FOYER_URL${route}" \\
  -H "x-api-key: $FOYER_KEY"${hasBody ? (upload ? form(upload.field, body as object) : sent(body)) : nothing}`;
}

/** A field for each value; the file's is where to find it. */
function form(fileField: string, body: object): Markup {
  const fields = Object.entries(body).flatMap(([name, values]) => [values].flat().map((value) => [name, String(value)] as const));
  return markup`${fields.map(
    ([name, value]) => markup` \\
  -F "${name}=${name === fileField ? "@" : ""}${value}"`,
  )}`;
}

function sent(body: unknown): Markup {
  const json = JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
  return markup` \\
  -H "content-type: application/json" \\
  -d '${json.replaceAll(recordsNamed, `"'"$$$1_id"'"`)}'`;
}
