/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../contract/pages/blocks";
import { Inline } from "../markdown";
import { type Block, columnsOf } from "./block";
import { Around } from "./content/around";
import { parts } from "./content/parts";
import { readContent } from "./content/read";

/** More of them are smaller, and still more need a wider column. */
const usualLetters = 7;
const someLetters = 10;
const maxKeptLetters = 12;

export const stats: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const read = readContent(builder.text(content), parts.stats);
    const figures = read.items.map(([number, ...label]) => ({ number, label: label.join(" | ") }));
    if (figures.length === 0 || figures.some(({ number, label }) => !number || !label)) return undefined;
    const hasLonger = (letters: number) => figures.some(({ number = "" }) => number.length > letters);
    const length = hasLonger(someLetters) ? "long " : hasLonger(usualLetters) ? "mid " : "";
    return (
      <Around read={read} {...props}>
        <dl class={`b-stats ${length}${columnsOf(figures.length)}`}>
          {figures.map(({ number, label }) => (
            <div>
              <dt>
                <Inline text={label} {...props} />
              </dt>
              <dd>
                <bdi>
                  <Inline text={kept(number)} {...props} />
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Around>
    );
  },
  style: `
.b-stats{--fit:20cqi;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,var(--least,9.5rem)),1fr));gap:1.5rem 2rem;margin:0 0 1.1em}
.b-stats.sixths{--least:max(9.5rem,26%)}
.b-stats.thirds{--least:max(8.5rem,26%,(29.5rem - 100%)*999)}
.b-stats.halves{--least:max(9.5rem,20.1%,min(34%,(44rem - 100%)*999))}
.b-stats.fours{--least:max(9.5rem,20.1%,(44rem - 100%)*999)}
.b-stats:not(.long):has(>:nth-child(5):last-child){--least:max(8.5rem,min(26%,(50.5rem - 100%)*999),(29.5rem - 100%)*999)}
.b-stats.long{--least:19rem;--fit:12cqi}
.b-stats.mid{--fit:16cqi}
.b-stats.mid.thirds{--least:max(11rem,26%,(37rem - 100%)*999)}
.b-stats:has(>:nth-child(4):last-child){grid-template-columns:repeat(auto-fit,minmax(min(100%,max(var(--least,9.5rem),34%)),1fr))}
@media(max-width:40rem){.b-stats:is(.long,.mid):has(>*),.b-stats:has(>:last-child:nth-child(odd)){grid-template-columns:1fr}}
.b-stats div{container-type:inline-size;display:flex;flex-direction:column-reverse;justify-content:flex-end;padding-inline-start:1.1rem;border-inline-start:3px solid var(--go)}
.b-stats dd{margin:0 0 max(.35rem,.14em);font-size:min(var(--fit),var(--figure,clamp(2rem,1.5rem + 1.8vw,3rem)));overflow-wrap:break-word;line-height:1.05;font-weight:700;letter-spacing:-.035em}
.b-stats dt{color:var(--soft);line-height:1.4}`,
  ...writtenBlocks.stats,
};

/** A number stays in one line with its unit, as in `3 days`. */
function kept(number = ""): string {
  return number.length <= maxKeptLetters ? number.replaceAll(" ", "\u00a0") : number;
}
