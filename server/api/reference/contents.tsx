/** @jsxImportSource hono/jsx */
import { errors, events } from "../../../contract";
import { addressOf, pageOf } from "./anchors";
import { openapiDocument } from "./document";
import { type Markup, markup } from "./parts/markup";
import type { ReferencePage } from "./reference-page";
import { topics } from "./search";

/** Every anchor of the reference is here too, so that `/docs#createPerson` finds what it has always found. */
export function Contents({ pages }: { pages: readonly ReferencePage[] }) {
  return (
    <section class="topic" aria-labelledby="operations">
      <h2 id="operations">Operations</h2>
      {pages
        .filter(({ operations }) => operations.length > 0)
        .map(({ name, title, operations }) => (
          <section class="contents" aria-labelledby={name}>
            <h3 id={name}>
              <a href={addressOf(name)}>{title}</a>
            </h3>
            <ul>
              {operations.map(
                ({ id, method, summary }) =>
                  markup`<li id="${id}"><span class="method ${method}">${method}</span> <a href="${addressOf(name, id)}">${summary}</a></li>`,
              )}
            </ul>
          </section>
        ))}
      <Names id="concepts" title="Concepts" names={topics.map(([anchor, name]) => [anchor, name])} />
      <Names id="event_types" title="Event types" names={Object.keys(events).map((type) => [`event-${type}`, type])} />
      <Names id="error_codes" title="Error codes" names={Object.keys(errors).map((code) => [code, code])} />
      <Names
        id="schemas"
        title="Schemas"
        names={Object.keys(openapiDocument().components.schemas).map((schema) => [`schema-${schema}`, schema])}
      />
    </section>
  );
}

function Names({ id, title, names }: { id: string; title: string; names: [anchor: string, name: string][] }) {
  return (
    <section class="contents" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul class="names">{names.map(nameItem)}</ul>
    </section>
  );
}

function nameItem([anchor, name]: [string, string]): Markup {
  return markup`<li id="${anchor}"><a href="${addressOf(pageOf(anchor) ?? "", anchor)}">${name}</a></li>`;
}
