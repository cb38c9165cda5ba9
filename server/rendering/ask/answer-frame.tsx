/** @jsxImportSource hono/jsx */

import { memoize } from "../../caching/memoize";
import { themeColors } from "../head/head";
import { brandIcon } from "../head/icon";
import { policySources } from "../head/inline-elements";
import type { AssetScope } from "../images";
import { isRightToLeft } from "../language/direction";
import { phrasesOf } from "../language/translations";
import type { PageBrand } from "../page-document";
import { BrandLogo } from "../sections/header";
import { answerStyles } from "../style";
import { escapeHtml } from "../templates/escape";
import type { Template } from "../templates/template";
import { TemplateBuilder } from "../templates/template-builder";
import { Ask } from "./ask";

interface AnswerFrame {
  /** With slots for `question`, `answer`, `token`, `wayBack` and `back`. */
  template: Template;
  /** For the slot `back`. With a slot for `href`. */
  backLink: Template;
  sources: string;
}

/** Addresses name the language, and anybody can write an address. */
const maxLanguages = 20;

/** What is around all answers in one look and language. A brand belongs to one tenant, and so do the assets that it names. */
export function answerFrame(brand: PageBrand | null, language: string, assetScope: AssetScope): AnswerFrame {
  const frames = framesOf(brand ?? noBrand);
  const known = frames.get(language);
  if (known) return known;
  if (frames.size >= maxLanguages) frames.clear();
  const frame = buildFrame(brand, language, assetScope);
  frames.set(language, frame);
  return frame;
}

const framesOf = memoize((_brand: object) => new Map<string, AnswerFrame>());
const noBrand = {};

function buildFrame(brand: PageBrand | null, language: string, assetScope: AssetScope): AnswerFrame {
  const builder = new TemplateBuilder();
  const phrases = phrasesOf(language);
  const question = builder.slot("question");
  const body = (
    <>
      <header class="top">
        <BrandLogo brand={brand} builder={builder} assetScope={assetScope} />
      </header>
      <main id="main">
        <h1 dir="auto">{question}</h1>
        {builder.slot("answer")}
        <Ask phrases={phrases} language={language} token={builder.slot("token")} isNext wayBack={builder.slot("wayBack")} />
        {builder.slot("back")}
      </main>
    </>
  );
  const backLink = (
    <p class="back">
      <a class="button" href={builder.slot("href")}>
        {phrases.back}
      </a>
    </p>
  );
  const styles = answerStyles(brand, assetScope);
  const direction = isRightToLeft(language) ? ' dir="rtl"' : "";
  const html =
    `<!doctype html><html lang="${escapeHtml(language)}"${direction}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${question}</title>` +
    `<meta name="robots" content="noindex"><link rel="icon" href="${brandIcon(brand)}">${themeColors(brand)}${styles.html}</head>` +
    `<body class="answers">${body}</body></html>`;
  return { template: builder.build(html), backLink: builder.build(backLink), sources: policySources([], styles.hashes) };
}
