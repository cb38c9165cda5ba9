/** @jsxImportSource hono/jsx */

/** A text as it is: an empty line begins a paragraph, any other end of a line a line. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "");
  return paragraphs.map((paragraph) => <p>{lines(paragraph.trim())}</p>);
}

function lines(text: string) {
  return text.split("\n").map((line, index) => (index === 0 ? line : [<br />, line]));
}
