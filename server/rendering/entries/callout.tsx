/** @jsxImportSource hono/jsx */
import { FilledMarkdown } from "../markdown";
import type { Block } from "./block";
import { linesOf, readContent, warnOfLine } from "./read";

const kinds = ["note", "tip", "warning"];
const kindLine = /^\s*kind\s*:/i;

export const callout: Block = {
  view({ content, builder, assetScope }) {
    const text = builder.text(content);
    const { fields, heading } = readContent(text, ["kind"]);
    const lines = linesOf(text);
    const body = lines.filter((line) => !kindLine.test(line) && (heading === undefined || !/^\s*#{1,6}\s/.test(line))).join("\n");
    if (heading === undefined && body.trim() === "") return undefined;
    const given = fields.get("kind") ?? "note";
    const kind = kinds.find((one) => one === given.toLowerCase());
    if (!kind) {
      const line = lines.findIndex((one) => kindLine.test(one)) + 1;
      warnOfLine(assetScope, line, given, `is no kind of callout (${kinds.join(", ")}): it is shown as a note`);
    }
    return (
      <div class={`b-callout ${kind ?? "note"}`}>
        {heading !== undefined && <h3>{heading}</h3>}
        <FilledMarkdown text={body} builder={builder} assetScope={assetScope} />
      </div>
    );
  },
  style: `
.b-callout{margin:0 0 1.1em;padding:1.25rem 1.4rem;border-radius:1rem;background:var(--glow);border-inline-start:4px solid var(--go)}
.b-callout>:last-child{margin-bottom:0}
.b-callout h3{margin:0 0 .35rem;font-size:1.0625rem}
.b-callout.warning{border-color:#c2410c;background:color-mix(in srgb,#c2410c 12%,var(--bg))}`,
  summary: "A heading if there is one, and Markdown; `kind: note`, `tip` or `warning`",
  example: "kind: tip\n## Before we meet\nBring last month's close checklist. **Ten lines are enough.**",
};
