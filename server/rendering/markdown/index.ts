export { FilledMarkdown, Markdown } from "./markdown";
export { Paragraphs } from "./paragraphs";
