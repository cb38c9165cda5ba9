/** @jsxImportSource hono/jsx */
import type { Brand } from "../../contract";
import { BrandMark } from "./blocks/header";
import { themeColors } from "./head/head";
import { policySources } from "./head/scripts";
import type { Place } from "./images";
import { phrases } from "./language/phrases";
import { noticeStyles } from "./style";
import { escapeHtml } from "./templates/escape";
import { unmarked } from "./templates/placeholders";
import { Room } from "./templates/render-budget";
import { fill, Weave } from "./templates/template";
import { tokenValues } from "./tokens";

export type Look = Pick<Brand, "name" | "colors" | "logo">;

export interface Notice {
  status: number;
  /** The brand's, or the default one. */
  look: Look | null;
  title: string;
  text: string;
  /** An address to go on from. */
  back?: string;
  /** Where the logo is; without it the brand is there by name. */
  place?: Place;
}

/** A small page in the brand's look: what is not there, or thanks for what was sent. In English, with nothing filled in. */
export function renderNotice({ status, look, title, text, back, place }: Notice): { html: string; sources: string } {
  const weave = new Weave();
  const href = back === undefined ? undefined : weave.url(back);
  const body = (
    <>
      <header class="top">
        <BrandMark brand={look} weave={weave} place={place} />
      </header>
      <main>
        <h1>{unmarked(title)}</h1>
        <p class="lead">{unmarked(text)}</p>
        {href !== undefined && (
          <a class="button" href={href}>
            {phrases.en.back}
          </a>
        )}
      </main>
    </>
  );
  const styles = noticeStyles(look?.colors);
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(unmarked(title))}</title>` +
    `<meta name="robots" content="noindex"><link rel="icon" href="data:,">${themeColors(look)}${styles.html}</head>` +
    `<body class="notice s${status}">${body}</body></html>`;
  return { html: fill(weave.woven(html), new Room(nobody, "leave out")), sources: policySources([], styles.hashes) };
}

const nobody = tokenValues({ person: null, account: null, page: { name: "", title: "" }, audience: { name: "" } });
