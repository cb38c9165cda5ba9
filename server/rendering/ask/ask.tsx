/** @jsxImportSource hono/jsx */
import { maxQuestionLength } from "../../../contract/visits/visitor-forms";
import { VisitorFields } from "../forms/visitor-fields";
import type { Phrases } from "../language/phrases";

/** Browsers count an emoji as two. Nothing that is taken may be cut: a longer question is refused in words, and stays to be shortened. */
const maxLengthInBrowsers = 2 * maxQuestionLength;

interface AskProps {
  phrases: Phrases;
  language: string;
  /** Says which page it was asked on. */
  token: string;
  /** Shown after an answer, on a page of its own. */
  isNext?: boolean;
  /** Comes after the address, as it is written in HTML. */
  wayBack?: string;
}

export function Ask({ phrases, language, token, isNext = false, wayBack = "" }: AskProps) {
  return (
    <section class="ask" id="ask" aria-labelledby="ask-title">
      <h2 id="ask-title">{isNext ? phrases.askAnother : phrases.ask}</h2>
      <form method="post" action={`${askAddress(language)}${wayBack}`}>
        <input type="hidden" name="page" value={token} />
        <VisitorFields phrases={phrases} />
        <p>
          <label for="question">{phrases.question}</label>
          <textarea id="question" name="question" maxlength={maxLengthInBrowsers} rows={3} required dir="auto" />
        </p>
        <button class="button" type="submit">
          {phrases.send}
        </button>
      </form>
      {!isNext && <div id="answers" aria-live="polite" data-looking={phrases.looking} data-failed={phrases.failed} />}
    </section>
  );
}

/** Where questions are sent. The address names the language of answers and notices, so that it is known before the body. */
export function askAddress(language: string, back?: string): string {
  return `/_foyer/ask?language=${language}${backQuery(back)}`;
}

/** From an answer's page, a browser would name that page as the one that the next question comes from. */
export function backQuery(back: string | undefined): string {
  return back === undefined ? "" : `&back=${encodeURIComponent(back)}`;
}
