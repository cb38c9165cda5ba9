/** @jsxImportSource hono/jsx */
import { maxQuestionLength } from "../../../contract/visitor-forms";
import type { Phrases } from "../language/phrases";
import { pageToken } from "../templates/placeholders";

export function Ask({ words }: { words: Phrases }) {
  return (
    <section class="ask" id="ask" aria-labelledby="ask-title">
      <h2 id="ask-title">{words.ask}</h2>
      <form method="post" action="/_foyer/ask">
        <input type="hidden" name="page" value={pageToken} />
        <p>
          <label for="question">{words.question}</label>
          <textarea id="question" name="question" maxlength={maxQuestionLength} rows={3} required />
        </p>
        <button class="button" type="submit">
          {words.send}
        </button>
      </form>
    </section>
  );
}
