/** @jsxImportSource hono/jsx */
import type { Block } from "./block";
import { readContent } from "./read";

/** More of them need a wider column. */
const usualLetters = 7;
const maxKeptLetters = 12;

export const stats: Block = {
  view({ content, builder }) {
    const { items } = readContent(builder.text(content));
    const figures = items.map(([number, ...label]) => ({ number, label: label.join(" | ") }));
    if (figures.length === 0 || figures.some(({ number, label }) => !number || !label)) return undefined;
    const isLong = figures.some(({ number = "" }) => number.length > usualLetters);
    return (
      <dl class={isLong ? "b-stats long" : "b-stats"}>
        {figures.map(({ number, label }) => (
          <div>
            <dt>{label}</dt>
            <dd>
              <bdi>{kept(number)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    );
  },
  style: `
.b-stats{--fit:20cqi;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,var(--least,9.5rem)),1fr));gap:1.5rem 2rem;margin:0 0 1.1em}
.b-stats.long{--least:19rem;--fit:12cqi}
.b-stats:has(>:nth-child(4):last-child){grid-template-columns:repeat(auto-fit,minmax(min(100%,max(var(--least,9.5rem),34%)),1fr))}
@media(max-width:40rem){.b-stats.long:has(>*),.b-stats:has(>:last-child:nth-child(odd)){grid-template-columns:1fr}}
.b-stats div{container-type:inline-size;display:flex;flex-direction:column-reverse;justify-content:flex-end;padding-inline-start:1.1rem;border-inline-start:3px solid var(--go)}
.b-stats dd{margin:0 0 .35rem;font-size:min(var(--fit),var(--figure,clamp(2rem,1.5rem + 1.8vw,3rem)));overflow-wrap:break-word;line-height:1.05;font-weight:700;letter-spacing:-.035em;font-variant-numeric:tabular-nums}
.b-stats dt{color:var(--soft);line-height:1.4}`,
  summary: "A list with a number and its label in each line",
  example:
    "- 3 days | to close the month, from eleven\n- 98% | of entries matched by themselves\n- €1.2 M | saved in the first year",
};

/** A number stays in one line with its unit, as in `3 days`. */
function kept(number = ""): string {
  return number.length <= maxKeptLetters ? number.replaceAll(" ", "\u00a0") : number;
}
