/** @jsxImportSource hono/jsx */

import { writtenBlocks } from "../../../contract/pages/blocks";
import { phrasesOf } from "../language/translations";
import { FilledMarkdown, Inline } from "../markdown";
import type { Block } from "./block";
import { parts } from "./content/parts";
import { readContent } from "./content/read";
import { warnOfField } from "./content/warn";
import { Icon } from "./icons";

const iconOf = { note: "info", tip: "bulb", warning: "warning" } as const;
const kinds = Object.keys(iconOf) as (keyof typeof iconOf)[];

export const callout: Block = {
  view({ content, builder, assetScope }) {
    const all = builder.text(content);
    const { fields, heading, text } = readContent(all, parts.callout);
    if (heading === undefined && text === "") return undefined;
    const given = fields.get("kind") ?? "note";
    const kind = kinds.find((one) => one === given.toLowerCase());
    if (!kind) warnOfField(assetScope, all, "kind", given, `is no kind of callout (${kinds.join(", ")}): it is shown as a note`);
    const shown = kind ?? "note";
    return (
      <div class={`b-callout ${shown}`}>
        <Icon name={iconOf[shown]} label={phrasesOf(assetScope.language ?? "en").callout[shown]} />
        <div>
          {heading !== undefined && (
            <h3>
              <Inline text={heading} builder={builder} assetScope={assetScope} />
            </h3>
          )}
          <FilledMarkdown text={text} builder={builder} assetScope={assetScope} />
        </div>
      </div>
    );
  },
  style: `
.b-callout{display:flex;gap:.9rem;margin:0 0 1.1em;padding:1.25rem 1.4rem;border-radius:1rem;background:var(--glow);border-inline-start:4px solid var(--go)}
.b-callout>div{flex:1;min-width:0}
.b-callout>div>:last-child{margin-bottom:0}
.icon{display:block;width:1.5rem;height:1.5rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.b-callout .icon{color:var(--go)}
.b-callout h3{margin:0 0 .35rem;font-size:1.0625rem}
.b-callout.warning .icon{color:var(--ink)}
.b-callout.warning{border-color:#c2410c;background:color-mix(in srgb,#c2410c 12%,var(--bg))}`,
  ...writtenBlocks.callout,
};
