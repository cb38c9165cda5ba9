/** @jsxImportSource hono/jsx */

import { LruCache } from "../../caching/lru-cache";
import type { Phrases } from "../language/phrases";
import type { PageDocument } from "../page-document";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";

/** Everything in it can differ between audiences, so all of it is slots. */
export function Hero({ builder }: { builder: TemplateBuilder }) {
  return (
    <section class="hero">
      {builder.slot("recipient")}
      <h1>{builder.slot("title")}</h1>
      {builder.slot("lead")}
    </section>
  );
}

/** A person and an account of more letters together have a line each on a phone. */
const maxLettersOfLine = 26;

/** Says for whom the page is. Written without JSX for speed: it is rendered for every audience. */
export function recipientLine({ person, account }: Pick<PageDocument, "person" | "account">, phrases: Phrases): string {
  const company = account && (account.name ?? account.domain);
  const names = [person?.name, company].filter((name) => name != null && name !== "") as string[];
  if (names.length === 0) return "";
  const shown = names.map((name) => `<b><bdi>${escapeHtml(withoutPlaceholders(name))}</bdi></b>`).join(" <i>&middot;</i> ");
  const isLong = names.join("").length > maxLettersOfLine;
  return `<p class="for${isLong ? " long" : ""}"><span>${phrases.for}</span> ${shown}</p>`;
}

/** The salutation of a letter; empty when it is for nobody in particular. */
export function greetingLine({ person }: Pick<PageDocument, "person">, phrases: Phrases): string {
  const full = person?.name.trim() ?? "";
  if (full === "") return "";
  const shown = (name: string) => `<bdi>${escapeHtml(withoutPlaceholders(name))}</bdi>`;
  return `<p class="greeting">${phrases.greeting({ first: shown(full.split(/\s+/)[0] as string), full: shown(full) })}</p>`;
}

/** The day of a letter. */
export function dateLine(day: string | undefined, language: string): string {
  return day === undefined ? "" : `<p class="date"><time datetime="${day}">${writtenDay(day, language)}</time></p>`;
}

/** Written once for each day: formats are slow to make. */
function writtenDay(day: string, language: string): string {
  return writtenDays.get(`${language} ${day}`, () => {
    const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
    return escapeHtml(format.format(Date.parse(day)));
  });
}

const maxWrittenLength = 100_000;
const writtenDays = new LruCache<string>(maxWrittenLength);
