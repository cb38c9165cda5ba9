/** @jsxImportSource hono/jsx */
import { maxQuestionLength } from "../../../contract/visitor-forms";
import type { Phrases } from "../language/phrases";
import { pageTokenPlaceholder } from "../templates/placeholders";
import { VisitorFields } from "./visitor-fields";

export function Ask({ phrases }: { phrases: Phrases }) {
  return (
    <section class="ask" id="ask" aria-labelledby="ask-title">
      <h2 id="ask-title">{phrases.ask}</h2>
      <form method="post" action="/_foyer/ask">
        <input type="hidden" name="page" value={pageTokenPlaceholder} />
        <VisitorFields phrases={phrases} />
        <p>
          <label for="question">{phrases.question}</label>
          <textarea id="question" name="question" maxlength={maxQuestionLength} rows={3} required />
        </p>
        <button class="button" type="submit">
          {phrases.send}
        </button>
      </form>
    </section>
  );
}
