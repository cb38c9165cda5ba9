export { FilledMarkdown, Inline, Markdown } from "./markdown";
export { Paragraphs } from "./paragraphs";
