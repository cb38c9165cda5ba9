/** @jsxImportSource hono/jsx */
import type { Operation } from "../../../contract";
import { introductionTopics } from "./introduction";
import { type Markup, markup } from "./markup";

interface Chapter {
  name: string;
  "x-displayName": string;
  operations: Operation[];
}

export function Navigation({ chapters, schemas, version }: { chapters: Chapter[]; schemas: string[]; version: string }) {
  return (
    <nav aria-label="Contents">
      <p class="wordmark">
        <a href="#foyer">Foyer</a> <span>{version}</span>
      </p>
      <ul class="topics">{introductionTopics.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul>
      {chapters.map(({ name, "x-displayName": title, operations }) => (
        <Group id={name} title={title} items={operations.map(operationItem)} />
      ))}
      <Group id="event_types" title="Event types" />
      <Group id="error_codes" title="Error codes" />
      <Group
        id="schemas"
        title="Schemas"
        items={schemas.map((schema) => markup`<li><a href="#schema-${schema}">${schema}</a></li>`)}
      />
    </nav>
  );
}

function Group({ id, title, items = [] }: { id: string; title: string; items?: Markup[] }) {
  return (
    <div class="group">
      <a href={`#${id}`}>{title}</a>
      {items.length > 0 && <ul>{items}</ul>}
    </div>
  );
}

function operationItem({ id, method }: Operation): Markup {
  const word = method === "DELETE" ? "DEL" : method;
  return markup`<li><a href="#${id}"><span>${id}</span> <span class="method ${method}">${word}</span></a></li>`;
}
