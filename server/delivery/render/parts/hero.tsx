/** @jsxImportSource hono/jsx */
import type { PageDocument } from "../../../features/versions";
import { escapeHtml } from "../escape";
import { unmarked } from "../marks";
import type { Phrases } from "../phrases";
import type { Weave } from "../weave";

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
