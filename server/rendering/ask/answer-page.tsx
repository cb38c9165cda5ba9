/** @jsxImportSource hono/jsx */

import { BrandLogo } from "../blocks/header";
import { themeColors } from "../head/head";
import { brandIcon } from "../head/icon";
import { policySources } from "../head/inline-elements";
import type { AssetScope } from "../images";
import { isRightToLeft } from "../language/evidence";
import { phrasesOf } from "../language/translations";
import type { RenderedPage } from "../page";
import type { PageBrand } from "../page-document";
import { answerStyles } from "../style";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import { RenderContext } from "../templates/render-context";
import { fillTemplate } from "../templates/template";
import { TemplateBuilder } from "../templates/template-builder";
import type { TokenValues } from "../tokens";
import { Answer, type ShownAnswer } from "./answer";
import { Ask } from "./ask";

interface AnswerPage {
  question: string;
  answer: ShownAnswer;
  language: string;
  brand: PageBrand | null;
  assetScope: AssetScope;
  values: TokenValues;
  /** Says which page the next question is asked on. */
  token: string;
  /** The address of that page. */
  back: string | undefined;
}

const maxTitleLength = 200;

/** The answer as a page, for visitors without JavaScript. Scripts take the answer out of it. */
export function renderAnswerPage(page: AnswerPage): Pick<RenderedPage, "html" | "sources"> {
  const { question, answer, language, brand, assetScope, values, token, back } = page;
  const builder = new TemplateBuilder();
  const phrases = phrasesOf(language);
  const asked = shortened(withoutPlaceholders(question));
  const href = back === undefined ? undefined : builder.url(back);
  const body = (
    <>
      <header class="top">
        <BrandLogo brand={brand} builder={builder} assetScope={assetScope} />
      </header>
      <main id="main">
        <h1 dir="auto">{asked}</h1>
        <Answer answer={answer} phrases={phrases} language={language} token={token} builder={builder} assetScope={assetScope} />
        <Ask phrases={phrases} language={language} token={withoutPlaceholders(token)} isNext />
        {href !== undefined && (
          <p class="back">
            <a class="button" href={href}>
              {phrases.back}
            </a>
          </p>
        )}
      </main>
    </>
  );
  const styles = answerStyles(brand, assetScope);
  const direction = isRightToLeft(language) ? ' dir="rtl"' : "";
  const html =
    `<!doctype html><html lang="${escapeHtml(language)}"${direction}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(asked)}</title>` +
    `<meta name="robots" content="noindex"><link rel="icon" href="${brandIcon(brand)}">${themeColors(brand)}${styles.html}</head>` +
    `<body class="answers">${body}</body></html>`;
  return {
    html: fillTemplate(builder.build(html), new RenderContext(values, "leave out")),
    sources: policySources([], styles.hashes),
  };
}

function shortened(text: string): string {
  return text.length <= maxTitleLength ? text : `${text.slice(0, maxTitleLength).toWellFormed().trimEnd()} …`;
}
