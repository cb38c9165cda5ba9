export { Markdown } from "./markdown";
export { Paragraphs } from "./paragraphs";
