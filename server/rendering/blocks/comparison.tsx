/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../contract/pages/blocks";
import type { EntryProps } from "../entries/entry-props";
import { Inline } from "../markdown";
import type { Block } from "./block";
import { Around } from "./content/around";
import { columnOf } from "./content/column";
import { parts } from "./content/parts";
import { readContent } from "./content/read";
import { warnOfLine } from "./content/warn";

/** In the languages that pages speak. */
const yes = /^(yes|ja|oui|s[ií]|sì|sim|نعم|כן|✓|✔|x|true)$/i;
const no = /^(no|nein|non|nee|não|nao|لا|לא|✗|✘|–|-|false)$/i;
/** A number stays in one line with its unit. */
const maxKeptLetters = 10;

export const comparison: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const read = readContent(builder.text(content), parts.comparison);
    const { rowLines } = read;
    const [header, ...body] = read.rows;
    if (!header || header.length < 2 || body.length === 0) return undefined;
    const [best = -1, second] = header.flatMap((cell, column) => (columnOf(cell).standsOut ? [column] : []));
    if (second !== undefined) {
      const column = header[second] as string;
      warnOfLine(assetScope, rowLines[0] as number, column, "is the second column with a *: only the first one stands out");
    }
    for (const [index, cells] of body.entries()) {
      const beyond = cells.slice(header.length).find((cell) => cell !== "");
      if (beyond) warnOfLine(assetScope, rowLines[index + 1] as number, beyond, "is in no column, and is left out");
    }
    const classOf = (column: number) => (column === best ? "best" : undefined);
    return (
      <Around read={read} {...props}>
        <div class="wide" tabindex={0}>
          <table class="b-compare">
            <thead>
              <tr>
                {header.map((cell, column) =>
                  cell === "" ? (
                    <td />
                  ) : (
                    <th scope="col" class={classOf(column)}>
                      <Inline text={columnOf(cell).name} {...props} />
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {body.map((cells) => (
                <tr>
                  <th scope="row">
                    <Inline text={cells[0] ?? ""} {...props} />
                  </th>
                  {header.slice(1).map((_, column) => (
                    <td class={classOf(column + 1)}>{mark(cells[column + 1] ?? "", props)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Around>
    );
  },
  style: `
.b-compare{border-collapse:separate;border-spacing:0}
.b-compare :is(th,td){padding:.75em 1em;text-align:center;vertical-align:middle}
@media screen and (min-width:40rem){.b-compare tr:has(>:nth-child(5))>*{padding-inline:.5em}}
.b-compare :is(th,td):first-child{text-align:start;padding-inline-start:0}
.b-compare tbody th{font-weight:500;border-bottom-color:var(--line)}
.b-compare .best{background:var(--glow);font-weight:600}
.b-compare thead .best{border-radius:.8rem .8rem 0 0}
.b-compare tr:last-child .best{border-radius:0 0 .8rem .8rem;border-bottom:0}
@media(max-width:40rem){.b-compare{font-size:min(.85em,.9rem)}.b-compare :is(th,td){padding:.75em .3em}.b-compare thead th{font-size:.95em;letter-spacing:-.01em}.b-compare :is(th,td):first-child{min-width:5rem}.b-compare tbody th{max-width:40vw;overflow-wrap:break-word}}
@media print{.b-compare :is(th,td){padding-inline:.4em}}
.yes,.no{font-size:1.15em;line-height:1}
.yes{color:var(--go);font-weight:700}
.no{color:var(--soft)}`,
  ...writtenBlocks.comparison,
};

function mark(cell: string, props: Pick<EntryProps, "builder" | "assetScope">) {
  if (yes.test(cell))
    return (
      <span class="yes" role="img" aria-label={cell}>
        ✓
      </span>
    );
  if (no.test(cell))
    return (
      <span class="no" role="img" aria-label={cell}>
        –
      </span>
    );
  const isFigure = /\d/.test(cell) && cell.length <= maxKeptLetters;
  return <Inline text={isFigure ? cell.replaceAll(" ", "\u00a0") : cell} {...props} />;
}
