/** @jsxImportSource hono/jsx */

import type { AssetScope } from "../images";
import { phrasesOf } from "../language/translations";
import type { RenderedPage } from "../page";
import type { PageBrand } from "../page-document";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import { RenderContext } from "../templates/render-context";
import { fillTemplate } from "../templates/template";
import { TemplateBuilder } from "../templates/template-builder";
import type { TokenValues } from "../tokens";
import { Answer, type ShownAnswer } from "./answer";
import { answerFrame } from "./answer-frame";
import { backQuery } from "./ask";

interface AnswerPage {
  question: string;
  answer: Omit<ShownAnswer, "back">;
  language: string;
  brand: PageBrand | null;
  assetScope: AssetScope;
  values: TokenValues;
  /** Says which page the next question is asked on. */
  token: string;
  /** The address of that page. */
  back: string | undefined;
  /** Shown by a script in the page that was asked: then nothing is around the answer. */
  isInPlace: boolean;
}

const maxTitleLength = 200;

/** The answer as a page, for visitors without JavaScript, or the answer alone. */
export function renderAnswerPage(page: AnswerPage): Pick<RenderedPage, "html" | "sources"> {
  const { question, answer, language, brand, assetScope, values, token, back, isInPlace } = page;
  const builder = new TemplateBuilder();
  const phrases = phrasesOf(language);
  const href = back === undefined ? undefined : builder.url(back);
  const markup = (
    <Answer
      answer={{ ...answer, back }}
      phrases={phrases}
      language={language}
      token={token}
      builder={builder}
      assetScope={assetScope}
    />
  );
  const context = new RenderContext(values, "leave out");
  const answerHtml = fillTemplate(builder.build(markup), context);
  const { template, sources } = answerFrame(brand, language, assetScope);
  if (isInPlace) return { html: answerHtml, sources };
  const backLink = (
    <p class="back">
      <a class="button" href={href}>
        {phrases.back}
      </a>
    </p>
  );
  const html = fillTemplate(template, context, {
    question: escapeHtml(shortened(withoutPlaceholders(question))),
    answer: answerHtml,
    token: escapeHtml(withoutPlaceholders(token)),
    wayBack: escapeHtml(backQuery(back)),
    back: href === undefined ? "" : () => fillTemplate(builder.build(backLink), context),
  });
  return { html, sources };
}

function shortened(text: string): string {
  return text.length <= maxTitleLength ? text : `${text.slice(0, maxTitleLength).toWellFormed().trimEnd()} …`;
}
