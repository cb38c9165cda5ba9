import type { AssetScope } from "../images";
import type { RenderedPage } from "../page";
import type { PageBrand } from "../page-document";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import { RenderContext } from "../templates/render-context";
import { fillTemplate } from "../templates/template";
import { TemplateBuilder } from "../templates/template-builder";
import type { TokenValues } from "../tokens";
import type { ShownAnswer } from "./answer";
import { answerFrame } from "./answer-frame";
import { answerTemplate } from "./answer-template";
import { backQuery } from "./ask";

interface AnswerPage {
  question: string;
  answer: Omit<ShownAnswer, "hasForm">;
  /** Where a form of the page is, for a question that it can't answer. */
  formAddress: string | undefined;
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
  const { question, answer, formAddress, language, brand, assetScope, values, token, back, isInPlace } = page;
  const builder = new TemplateBuilder();
  const form = formAddress === undefined ? undefined : builder.url(formAddress);
  const context = new RenderContext(values, "leave out");
  const slots = {
    form: escapeHtml(form ?? ""),
    token: escapeHtml(withoutPlaceholders(token)),
    wayBack: escapeHtml(backQuery(back)),
  };
  const answerHtml = fillTemplate(
    answerTemplate({ ...answer, hasForm: form !== undefined }, language, assetScope),
    context,
    slots,
  );
  const { template, backLink, sources } = answerFrame(brand, language, assetScope);
  if (isInPlace) return { html: answerHtml, sources };
  const href = back === undefined ? undefined : builder.url(back);
  const html = fillTemplate(template, context, {
    ...slots,
    question: escapeHtml(shortened(withoutPlaceholders(question))),
    answer: answerHtml,
    back: href === undefined ? "" : fillTemplate(backLink, context, { href: escapeHtml(href) }),
  });
  return { html, sources };
}

function shortened(text: string): string {
  return text.length <= maxTitleLength ? text : `${text.slice(0, maxTitleLength).toWellFormed().trimEnd()} …`;
}
