/** @jsxImportSource hono/jsx */
import { Markdown } from "../markdown";
import type { EntryProps } from "./entry-props";
import { splitFaq } from "./split-faq";

export function FaqEntry({ content, builder, assetScope }: EntryProps) {
  const { question, answer } = splitFaq(content);
  if (question === "" || answer === "") {
    assetScope.warn?.("block_unreadable", `has no ${question === "" ? "question" : "answer"}, and is left out`);
    return null;
  }
  return (
    <details>
      <summary>{builder.text(question)}</summary>
      <div>
        <Markdown text={answer} builder={builder} assetScope={assetScope} />
      </div>
    </details>
  );
}
