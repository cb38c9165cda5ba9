/** @jsxImportSource hono/jsx */

import type { Phrases } from "../language/phrases";
import type { PageDocument } from "../page-document";
import { escapeHtml } from "../templates/escape";
import { unmarked } from "../templates/placeholders";
import type { Weave } from "../templates/template";

/** All of it may differ from audience to audience, and is put in its places later. */
export function Hero({ weave }: { weave: Weave }) {
  return (
    <section class="hero">
      {weave.slot("forWhom")}
      <h1>{weave.slot("title")}</h1>
      {weave.slot("lead")}
    </section>
  );
}

/** Of each audience anew, so it is made without detours. */
export function forWhom({ person, account }: Pick<PageDocument, "person" | "account">, words: Phrases): string {
  const company = account && (account.name ?? account.domain);
  const names = [person?.name, company].filter((name) => name != null && name !== "") as string[];
  if (names.length === 0) return "";
  const shown = names.map((name) => `<b><bdi>${escapeHtml(unmarked(name))}</bdi></b>`).join(" <i>&middot;</i> ");
  return `<p class="for"><span>${words.for}</span> ${shown}</p>`;
}
