/** @jsxImportSource hono/jsx */
import { Markdown } from "../markdown";
import type { EntryGiven } from "./entry-given";

/** The first line asks, the rest answers. */
export function FrequentQuestion({ content, weave, place }: EntryGiven) {
  const [question = "", ...answer] = content.trim().split(/\r\n|\r|\n/);
  return (
    <details>
      <summary>{weave.text(question.trim())}</summary>
      <div>
        <Markdown text={answer.join("\n").trim()} weave={weave} place={place} />
      </div>
    </details>
  );
}
