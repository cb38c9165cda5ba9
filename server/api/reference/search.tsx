/** @jsxImportSource hono/jsx */
import { type ErrorCode, errors, events, type Operation } from "../../../contract";
import { addressOf, pageOf } from "./anchors";
import { describedOperations } from "./described-operations";
import { openapiDocument } from "./document";
import { type Markup, markup } from "./parts/markup";

const maxQueryLength = 100;
const maxWords = 8;
const maxResults = 30;

interface SearchResult {
  name: string;
  kind: string;
  about: string;
  address: string;
}

interface Entry extends Omit<SearchResult, "address"> {
  anchor: string;
  /** In lower case, the best place to find a word in first. */
  texts: [name: string, about: string, more: string];
}

export function SearchBox({ query }: { query: string }) {
  return (
    <search>
      <form class="search" action="/docs/search" method="get">
        <label>
          <span class="unseen">Search the reference</span>
          <input type="search" name="q" value={query} maxlength={maxQueryLength} placeholder="Search" autocomplete="off" />
        </label>
      </form>
      <section id="found" aria-label="Found" aria-live="polite" hidden />
    </search>
  );
}

/** For those without scripts, and for whoever presses Enter. */
export function SearchResults({ query, isPageMissing }: { query: string; isPageMissing: boolean }) {
  const found = resultsFor(query);
  return (
    <>
      <header class="chapter">
        <h1 id="search">Search</h1>
        <p class="lead">
          {isPageMissing && "The reference has no such page. "}
          {query === "" ? "Type a name, a path, a field or a code." : countOf(found.length)}
        </p>
      </header>
      <ul id="results" class="results">
        {found.map(resultItem)}
      </ul>
    </>
  );
}

function countOf(count: number): string {
  if (count === 0) return "Nothing was found.";
  return count === 1 ? "One place." : `${count === maxResults ? "The best " : ""}${count} places.`;
}

function resultItem({ name, kind, about, address }: SearchResult): Markup {
  return markup`<li><a href="${address}"><code>${name}</code> <span class="note">${kind}</span><br>${about}</a></li>\n`;
}

/** Every word must occur; where it does decides the order. */
export function resultsFor(query: string): SearchResult[] {
  const words = query.slice(0, maxQueryLength).toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  if (words.length === 0) return [];
  const ranked = allEntries().flatMap((entry) => {
    const ranks = words.map((word) => rankOf(entry, word));
    return ranks.includes(0) ? [] : { entry, rank: ranks.reduce((sum, rank) => sum + rank, 0) };
  });
  return ranked
    .sort((one, other) => other.rank - one.rank)
    .slice(0, maxResults)
    .map(({ entry: { name, kind, about, anchor } }) => ({ name, kind, about, address: addressOf(pageOf(anchor) ?? "", anchor) }));
}

function rankOf({ texts: [name, about, more] }: Entry, word: string): number {
  if (name === word) return 16;
  if (name.startsWith(word)) return 8;
  if (name.includes(word)) return 6;
  if (about.includes(word)) return 4;
  return more.includes(word) ? 1 : 0;
}

let entries: Entry[] | undefined;

function allEntries(): Entry[] {
  entries ??= [
    ...describedOperations.map(operationEntry),
    ...Object.entries(openapiDocument().components.schemas).map(([id, { properties = {} }]) =>
      entryOf(`schema-${id}`, id, "schema", "", Object.keys(properties).join(" ")),
    ),
    ...(Object.keys(errors) as ErrorCode[]).map((code) =>
      entryOf(code, code, `error ${errors[code].status}`, errors[code].title),
    ),
    ...Object.keys(events).map((type) => entryOf(`event-${type}`, type, "event")),
    ...topics.map(([anchor, name, about]) => entryOf(anchor, name, "topic", about)),
  ];
  return entries;
}

function operationEntry({ id, method, path, summary, description = "", query, body, access }: Operation): Entry {
  const fields = [...Object.keys(query?.shape ?? {}), ...Object.keys(body?.shape ?? {})];
  return entryOf(id, id, `${method} ${path}`, summary, `${path} ${method} ${access} ${fields.join(" ")} ${description}`);
}

function entryOf(anchor: string, name: string, kind: string, about = "", more = ""): Entry {
  return { anchor, name, kind, about, texts: [name.toLowerCase(), about.toLowerCase(), more.toLowerCase()] };
}

export const topics: readonly [anchor: string, name: string, about: string][] = [
  ["values", "Values", "Timestamps, identifiers, null, text, unknown fields"],
  ["errors", "Errors", "application/problem+json, validation, requestId"],
  ["lists", "Lists", "Paging with cursor and limit, totalCount"],
  ["idempotency", "Idempotency", "Idempotency-Key, safe to repeat, retries"],
  ["rate_limits", "Rate limits", "429, Retry-After, RateLimit headers"],
  ["tokens", "Personal tokens", "{{ person.firstName }}, filters, Liquid"],
  ["blocks", "Blocks", "Types of entries: hero, quote, pricing, faq, Markdown"],
  ["version_states", "States of a version", "queued, pending, processing, draft, published, archived, cancelled"],
];
