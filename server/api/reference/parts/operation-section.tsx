/** @jsxImportSource hono/jsx */
import { eventStream, type Operation } from "../../../../contract";
import type { OpenapiDocument, OperationObject, ParameterObject } from "../../../../contract/openapi";
import { answersTable } from "./answers";
import { curlOf } from "./curl";
import { type Field, fieldsOf, fieldTable, paragraph } from "./field-table";
import { type Markup, markup, nothing } from "./markup";
import { StreamExample } from "./stream-example";
import { TryIt } from "./try-it";

export function OperationSection({ operation, document }: { operation: Operation; document: OpenapiDocument }) {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
  return (
    <section class="operation" aria-labelledby={operation.id}>
      <Heading operation={operation} />
      {described && <Details operation={operation} described={described} document={document} />}
    </section>
  );
}

function Heading({ operation }: { operation: Operation }) {
  const { id, summary, method, path, tier, number, access, anyKey } = operation;
  return (
    <header>
      <h2 id={id}>
        <a href={`#${id}`}>{summary}</a>
      </h2>
      <p class="route">
        <span class={`method ${method}`}>{method}</span> <code>{routeOf(path)}</code>
      </p>
      <ul class="facts">
        <li>
          <code>{id}</code>
        </li>
        <li>
          {anyKey ? (
            "any key"
          ) : (
            <>
              scope <code>{access}</code>
            </>
          )}
        </li>
        <li class={`badge ${tier}`}>{tier === "contract" ? `contract ${number}` : tier}</li>
      </ul>
    </header>
  );
}

interface DetailsProps {
  operation: Operation;
  described: OperationObject;
  document: OpenapiDocument;
}

function Details({ operation, described, document }: DetailsProps) {
  const [body] = Object.values(described.requestBody?.content ?? {});
  const parameters = described.parameters.map((parameter) => parameterField(parameter, document));
  const fields = body ? fieldsOf(body.schema, "request") : [];
  return (
    <div class="columns">
      <div>
        {operation.description === undefined ? nothing : paragraph(operation.description)}
        {parameters.length === 0 ? nothing : fieldTable("Parameters", parameters)}
        {fields.length === 0 ? nothing : fieldTable(operation.bodyOptional ? "Body, may be left out" : "Body", fields)}
        {answersTable(operation, described)}
      </div>
      {operation.id === eventStream.id ? (
        <StreamExample document={document} />
      ) : (
        <div>
          <pre>{curlOf(operation, body?.example)}</pre>
          <TryIt operation={operation} example={body?.example} queries={queriesOf(described)} />
        </div>
      )}
    </div>
  );
}

function queriesOf({ parameters }: OperationObject): string[] {
  return parameters.flatMap((parameter) => ("name" in parameter && parameter.in === "query" ? parameter.name : []));
}

/** Parameters are dimmed; a line may break after a slash. */
function routeOf(path: string): Markup[] {
  return path.split(/(?<=\/)/).map((part) => (part.startsWith("{") ? markup`<var>${part}</var><wbr>` : markup`${part}<wbr>`));
}

const safeToRepeat = markup`<p>Makes the request <a href="#idempotency">safe to repeat</a></p>`;

function parameterField(parameter: OperationObject["parameters"][number], document: OpenapiDocument): Field {
  if ("$ref" in parameter) {
    const { name, schema } = document.components.parameters.IdempotencyKey as ParameterObject;
    return { name, schema, note: "header", description: safeToRepeat };
  }
  const { name, schema, required, description } = parameter;
  const note = parameter.in === "query" && required ? "query, required" : parameter.in;
  return { name, schema, note, description: description === undefined ? nothing : paragraph(description) };
}
