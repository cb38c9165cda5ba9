/** @jsxImportSource hono/jsx */
import { Markdown } from "../markdown";
import type { EntryProps } from "./entry-props";

/** The first line is the question, the rest is the answer. */
export function FaqEntry({ content, builder, assetScope }: EntryProps) {
  const [question = "", ...answer] = content.trim().split(/\r\n|\r|\n/);
  return (
    <details>
      <summary>{builder.text(question.trim())}</summary>
      <div>
        <Markdown text={answer.join("\n").trim()} builder={builder} assetScope={assetScope} />
      </div>
    </details>
  );
}
