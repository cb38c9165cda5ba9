/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../contract/pages/blocks";
import { FilledMarkdown, Inline } from "../markdown";
import { type Block, columnsOf } from "./block";
import { Around } from "./content/around";
import { parts } from "./content/parts";
import { readContent } from "./content/read";
import { warnOfLine } from "./content/warn";
import { Icon, isIcon } from "./icons";

/** A title begins with a capital letter, or has several words. */
const likeAnIcon = /^[a-z][a-z-]{1,19}$/;

/** Where there is one column, words stand beside their icon: below it, they would be a narrow strip with nothing beside it. */
const besideIcon =
  "li:has(.icon){display:grid;grid-template:auto 1fr/auto 1fr;gap:0 1rem;>*{grid-column:2}.icon{grid-area:1/1/3;margin:0}}";

export const features: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const read = readContent(builder.text(content), parts.features);
    const { items, itemLines } = read;
    if (items.length === 0) return undefined;
    const shown = items.map((cells) => {
      const [first = "", ...rest] = cells;
      const isKnown = cells.length > 1 && isIcon(first);
      const isUnknown = !isKnown && cells.length > 2 && likeAnIcon.test(first);
      const [title = "", ...text] = isKnown || isUnknown ? rest : cells;
      return { icon: isKnown ? first : undefined, unknown: isUnknown ? first : undefined, title, text: text.join(" | ") };
    });
    if (shown.some(({ title }) => title === "")) return undefined;
    for (const [index, { unknown }] of shown.entries()) {
      if (unknown !== undefined) warnOfLine(assetScope, itemLines[index] as number, unknown, "is no icon, and is left out");
    }
    return (
      <Around read={read} {...props}>
        <ul class={`b-features ${columnsOf(shown.length)}`}>
          {shown.map(({ icon, title, text }) => (
            <li>
              {icon && <Icon name={icon} />}
              <h3>
                <Inline text={title} {...props} />
              </h3>
              <FilledMarkdown text={text} {...props} />
            </li>
          ))}
        </ul>
      </Around>
    );
  },
  style: `
.b-features{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,var(--least)),1fr));gap:1.75rem 2rem;container-type:inline-size}
.b-features.halves{--least:max(11.5rem,20.1%,min(34%,(52rem - 100%)*999))}
.b-features.sixths{--least:max(11.5rem,26%)}
.b-features.thirds{--least:max(11.5rem,26%,(38.5rem - 100%)*999)}
.b-features.fours{--least:max(11.5rem,20.1%,(52rem - 100%)*999)}
.b-features li{margin:0}
.b-features h3{font-size:1.0625rem;margin:0 0 .3rem}
.b-features p{color:var(--soft);margin:0}
.icon{display:block;width:1.5rem;height:1.5rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.b-features .icon{box-sizing:content-box;padding:.65rem;margin-bottom:.9rem;border-radius:.8rem;background:var(--glow);color:var(--go)}
@container (width<25rem){.b-features ${besideIcon}}
@container (width<38.5rem){.thirds ${besideIcon}}
@container (width<52rem){.fours ${besideIcon}}`,
  ...writtenBlocks.features,
};
