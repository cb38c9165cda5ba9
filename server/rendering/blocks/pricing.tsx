/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../contract/pages/blocks";
import { buttonsOf } from "../links/buttons";
import { FilledMarkdown, Inline } from "../markdown";
import { type Block, columnsOf } from "./block";
import { Around } from "./content/around";
import { parts } from "./content/parts";
import { readContent, sectionsOf } from "./content/read";
import { warnOfField } from "./content/warn";

const yesOrNo = /^(yes|true|no|false)$/i;

export const pricing: Block = {
  view({ content, builder, assetScope }) {
    const all = builder.text(content);
    const { intro, sections } = sectionsOf(all);
    const plans = sections.map((section) => readContent(section, parts.pricing));
    if (plans.length === 0 || plans.some(({ fields }) => !fields.get("price"))) return undefined;
    const props = { builder, assetScope };
    const unclear = plans.map(({ fields }) => fields.get("featured") ?? "no").find((featured) => !yesOrNo.test(featured));
    if (unclear !== undefined) {
      warnOfField(assetScope, all, "featured", unclear, "is neither yes nor no: the plan does not stand out");
    }
    return (
      <Around read={{ before: intro, after: "" }} {...props}>
        <div class={`b-plans ${columnsOf(plans.length)}`}>
          {plans.map(({ heading, fields, text, items, links }) => {
            const [button] = buttonsOf(links, props);
            const isFeatured = /^(yes|true)$/i.test(fields.get("featured") ?? "");
            const [amount = "", ...per] = (fields.get("price") as string).split("/").map((part) => part.trim());
            return (
              <div class={isFeatured ? "plan featured" : "plan"}>
                <h3>
                  <Inline text={heading ?? ""} {...props} />
                </h3>
                <p class="price">
                  <b>
                    <bdi>
                      <Inline text={amount} {...props} />
                    </bdi>
                  </b>
                  {per.length > 0 && " "}
                  {per.length > 0 && (
                    <span>
                      / <Inline text={per.join(" / ")} {...props} />
                    </span>
                  )}
                </p>
                <FilledMarkdown text={text} {...props} />
                {items.length > 0 && (
                  <ul>
                    {items.map((cells) => (
                      <li>
                        <Inline text={cells.join(" | ")} {...props} />
                      </li>
                    ))}
                  </ul>
                )}
                {button && (
                  <a class={isFeatured ? "button main" : "button"} href={button.href}>
                    <Inline text={button.text} plain {...props} />
                  </a>
                )}
              </div>
            );
          })}
        </div>
      </Around>
    );
  },
  style: `
.b-plans{display:flex;flex-wrap:wrap;gap:1rem;margin:0 0 1.1em}
.b-plans.halves{--least:max(12.5rem,20.1%,min(34%,(53rem - 100%)*999))}
.b-plans.sixths{--least:max(12.5rem,26%)}
.b-plans.thirds{--least:max(12.5rem,26%,(41rem - 100%)*999)}
.b-plans.fours{--least:max(12.5rem,20.1%,(53rem - 100%)*999)}
.plan:only-child{max-width:30rem}
.plan{flex:1 1 min(100%,var(--least));min-width:0;display:flex;flex-direction:column;padding:1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--bg)}
.plan.featured{border:2px solid var(--go)}
.plan h3{margin:0 0 .4rem;font-size:1.0625rem}
.plan .price span{display:inline-block}
.plan .price{margin:0 0 .9rem;color:var(--soft)}
.plan .price b{font-size:2rem;line-height:1.1;letter-spacing:-.03em;color:var(--ink)}
.plan ul{list-style:none;padding:0;margin:0 0 1.25rem}
.plan li{padding-inline-start:1.6rem;position:relative;margin:.45rem 0}
.plan li::before{content:"";position:absolute;inset-inline-start:.2rem;top:.45em;width:.85em;height:.45em;border:solid var(--go);border-width:0 0 2px 2px;rotate:-45deg}
.plan .button{margin-top:auto}
@media print{.b-plans{gap:.6rem;font-size:9.5pt;line-height:1.4}.b-plans:is(.thirds,.sixths){--least:26%}.plan{padding:.9rem}.plan :is(p,.price,ul){margin-bottom:.5rem}.plan .price b{font-size:1.6rem}.plan li{margin:.2rem 0;padding-inline-start:1.2rem}.sixths .plan{padding:.6rem;font-size:8.5pt}.plan .button{min-height:0;padding:.4rem}}`,
  ...writtenBlocks.pricing,
};
