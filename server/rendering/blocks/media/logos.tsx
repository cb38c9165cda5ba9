/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../../contract/pages/blocks";
import { imageSource } from "../../images";
import { Inline } from "../../markdown";
import { Logo } from "../../picture";
import type { Block } from "../block";
import { Around } from "../content/around";
import { parts } from "../content/parts";
import { readContent } from "../content/read";

export const logos: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const read = readContent(builder.text(content), parts.logos);
    const names = read.items.map((cells, index) => ({
      address: "",
      text: cells.join(" | "),
      line: read.itemLines[index] as number,
    }));
    const written = [...read.images, ...names].sort((one, other) => one.line - other.line);
    if (written.length === 0) return undefined;
    const shown = written.flatMap(({ address, text }) => {
      const source = imageSource(assetScope, address, (path) => builder.urlWithPlaceholders(path));
      return source || text !== "" ? [{ source, text }] : [];
    });
    return (
      <Around read={read} {...props}>
        <ul class={`logos b-logos ${columnsOf(shown.length)}`}>
          {shown.map(({ source, text }) => (
            <li>{source ? <Logo source={source} name={text} /> : <Inline text={text} {...props} />}</li>
          ))}
        </ul>
      </Around>
    );
  },
  style: `
.b-logos{--narrow:26%;--wide:26%;--from:0rem;gap:1.25rem 1.5rem;margin:0 0 1.1em}
.b-logos li{flex:1 1 max(var(--wide),min(var(--narrow),(var(--from) - 100%)*999));justify-content:center;min-width:0;max-width:100%;text-align:center;line-height:1.25}
.b-logos img{max-width:min(9rem,100%)}
.b-logos.n1{--narrow:100%;--wide:100%}
.b-logos.n1 li{justify-content:flex-start}
.b-logos.n2,.b-logos.pairs li:nth-last-child(-n+4){--narrow:34%}
.b-logos.w2{--wide:34%}
.b-logos.w4{--wide:20.1%;--from:30rem}
.b-logos.w5{--wide:16.8%;--from:40rem}
.b-logos.w6{--wide:14.4%;--from:56rem}`,
  ...writtenBlocks.logos,
};

/**
 * Columns on a phone (`n`, three unless it says so) and where there is room (`w`), so that no logo is alone in the last row.
 * `pairs`: three in a row, but the last four two by two.
 */
function columnsOf(count: number): string {
  if (count <= 2) return count === 1 ? "n1" : "n2 w2";
  const narrow = count % 3 === 1 ? (count % 2 === 0 ? "n2 " : "pairs ") : "";
  if (count <= 6) return `${narrow}${count === 3 ? "" : `w${count}`}`;
  const fits = (columns: number) => count % columns !== 1;
  const wide = [4, 5, 6].find((columns) => count <= 2 * columns && fits(columns)) ?? [6, 5, 4].find(fits) ?? 6;
  return `${narrow}w${wide}`;
}
