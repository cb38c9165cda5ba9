/** @jsxImportSource hono/jsx */
import type { AssetScope } from "../images";
import type { Phrases } from "../language/phrases";
import { Markdown } from "../markdown";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";
import { askAddress } from "./ask";

/** What a page says to a question. Its texts may have tokens. */
export interface ShownAnswer {
  /** None where the page doesn't know. */
  passages: readonly { heading: string; body: string }[];
  /** In the words of a model, in place of the passages. Plain text, without tokens. */
  written?: string | undefined;
  options: readonly string[];
  /** Whether the page has a form, for a question that it can't answer. */
  hasForm: boolean;
}

interface AnswerProps {
  answer: ShownAnswer;
  phrases: Phrases;
  language: string;
  builder: TemplateBuilder;
  assetScope: AssetScope;
}

/** With slots for `form`, `token` and `wayBack`. */
export function Answer({ answer, phrases, language, builder, assetScope }: AnswerProps) {
  const { passages, written, options, hasForm } = answer;
  return (
    <section class="answer" aria-labelledby="answer-title" tabindex={-1}>
      <h2 id="answer-title">{passages.length > 0 ? phrases.found : phrases.unknown}</h2>
      {written !== undefined && (
        <article dir="auto">
          <p>{withoutPlaceholders(written)}</p>
        </article>
      )}
      {(written === undefined ? passages : []).map(({ heading, body }) => (
        <article dir="auto">
          {heading !== "" && (
            <p>
              <strong>{builder.text(heading)}</strong>
            </p>
          )}
          <Markdown text={body} builder={builder} assetScope={assetScope} />
        </article>
      ))}
      {passages.length === 0 && <p>{phrases.questionPassedOn}</p>}
      {passages.length === 0 && hasForm && (
        <p>
          <a class="button main" href={builder.slot("form")}>
            {phrases.writeToUs}
          </a>
        </p>
      )}
      {options.length > 0 && (
        <form method="post" action={`${askAddress(language)}${builder.slot("wayBack")}`} class="options">
          <p>{phrases.related}</p>
          <input type="hidden" name="page" value={builder.slot("token")} />
          {options.map((option) => (
            <button class="button" type="submit" name="question" value={builder.text(option)} dir="auto">
              {builder.text(option)}
            </button>
          ))}
        </form>
      )}
    </section>
  );
}
