import { type ErrorCode, errors, type Operation, possibleErrors } from "../../../../contract";
import type { OperationObject } from "../../../../contract/openapi";
import type { JsonSchema } from "../../../../contract/openapi/schemas";
import { schemaLink } from "./field-type";
import { type Markup, markup, nothing } from "./markup";

interface Success {
  description: string;
  content: { "application/json"?: { schema: JsonSchema } };
}

/** What an operation answers with: its success, and its problems by status. */
export function answersTable(operation: Operation, { responses }: OperationObject): Markup {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2")) as [string, Success][];
  const byStatus = Map.groupBy(possibleErrors(operation), (code) => errors[code].status);
  return markup`<table class="answers"><caption>Answers</caption>
<thead class="unseen"><tr><th scope="col">Status</th><th scope="col">Body</th></tr></thead>
<tbody>${successes.map(([status, success]) => successRow(status, success, successes.length > 1))}
<tr><th scope="row">else</th><td><ul class="codes">${[...byStatus].map(problemItem)}</ul></td></tr></tbody></table>`;
}

function successRow(status: string, { description, content }: Success, oneOfTwo: boolean): Markup {
  const when = oneOfTwo ? markup`<span class="aside">, ${description.toLowerCase()}</span>` : nothing;
  const json = content["application/json"];
  const answered = json ? bodyOf(json.schema) : markup`<code>${Object.keys(content).join(", ")}</code>`;
  return markup`<tr><th scope="row">${status}</th><td>${answered}${when}</td></tr>`;
}

function problemItem([status, codes]: [number, ErrorCode[]]): Markup {
  return markup`<li><b>${status}</b>${codes.map((code) => markup` <a href="#${code}">${code}</a>`)}</li>`;
}

function bodyOf(schema: JsonSchema): Markup {
  if (schema.$ref !== undefined) return schemaLink(schema.$ref);
  const { items, totalCount, ...others } = schema.properties ?? {};
  const item = items?.items?.$ref;
  if (item === undefined) {
    const fields = Object.entries(others).map(([name, { type, const: value }]) => `${name}: ${value ?? type}`);
    return markup`<code>{ ${fields.join(", ")} }</code>`;
  }
  const capped = totalCount?.anyOf ? markup`<span class="aside">, totalCount may be null</span>` : nothing;
  return markup`<a href="#lists">list</a> of ${schemaLink(item)}${capped}`;
}
