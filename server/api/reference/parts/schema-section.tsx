/** @jsxImportSource hono/jsx */
import type { JsonSchema } from "../../../../contract/openapi/schemas";
import { fieldsOf, fieldTable } from "./field-table";

export function SchemaSection({ id, schema }: { id: string; schema: JsonSchema }) {
  const anchor = `schema-${id}`;
  return (
    <section class="operation" aria-labelledby={anchor}>
      <header>
        <h3 id={anchor}>
          <a href={`#${anchor}`}>{id}</a>
        </h3>
      </header>
      <div class="columns">
        <div>{fieldTable("Fields", fieldsOf(schema, id.endsWith("Input") ? "request" : "answer"))}</div>
        <pre>{JSON.stringify(schema.examples?.[0], null, 2)}</pre>
      </div>
    </section>
  );
}
