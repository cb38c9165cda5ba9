/** @jsxImportSource hono/jsx */
import type { Block } from "./block";
import { cellsOf, linesOf, warnOfLine } from "./read";

/** In the languages that pages speak. */
const yes = /^(yes|ja|oui|s[ií]|sì|sim|نعم|כן|✓|✔|x|true)$/i;
const no = /^(no|nein|non|nee|não|nao|لا|לא|✗|✘|–|-|false)$/i;
/** A number stays in one line with its unit. */
const maxKeptLetters = 10;

export const comparison: Block = {
  view({ content, builder, assetScope }) {
    const all = builder.text(content);
    const lines = linesOf(all.trim());
    const rows = lines.filter((line) => line.includes("|") && !/^[\s|:-]+$/.test(line)).map(cellsOf);
    const [header, ...body] = rows;
    if (
      !header ||
      header.length < 2 ||
      body.length === 0 ||
      rows.length < lines.filter((line) => line.trim() !== "").length - 1
    ) {
      return undefined;
    }
    const [best = -1, second] = header.flatMap((cell, column) => (cell.endsWith("*") ? [column] : []));
    if (second !== undefined) {
      const line = linesOf(all).findIndex((one) => one.includes("|")) + 1;
      warnOfLine(assetScope, line, header[second] as string, "is the second column with a *: only the first one stands out");
    }
    const classOf = (column: number) => (column === best ? "best" : undefined);
    return (
      <div class="wide" tabindex={0}>
        <table class="b-compare">
          <thead>
            <tr>
              {header.map((cell, column) =>
                cell === "" ? (
                  <td />
                ) : (
                  <th scope="col" class={classOf(column)}>
                    {cell.replace(/\s*\*$/, "")}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {body.map((cells) => (
              <tr>
                <th scope="row">{cells[0]}</th>
                {header.slice(1).map((_, column) => (
                  <td class={classOf(column + 1)}>{mark(cells[column + 1] ?? "")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
  summary:
    "A table as in Markdown; `yes` and `no`, in any of the pages' languages, become marks, a `*` at the end of a column's name makes it stand out",
  example:
    "| | Northwind * | Spreadsheets |\n| --- | --- | --- |\n| One set of figures | yes | no |\n| History of every change | yes | no |\n| Days to close | 3 | 11 |",
};

function mark(cell: string) {
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
  return /\d/.test(cell) && cell.length <= maxKeptLetters ? cell.replaceAll(" ", "\u00a0") : cell;
}
