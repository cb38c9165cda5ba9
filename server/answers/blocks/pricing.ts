import { mapped } from "../../event-loop/steps";
import { parts } from "../../rendering/blocks/content/parts";
import { type BlockContent, readSteps, sectionsOf } from "../../rendering/blocks/content/read";
import type { BlockReader, BlockText } from "./block-text";
import { commaSeparated, sentences, withoutLinks } from "./sentences";

/** Visitors ask with these words, and a plan has an amount alone. */
const priceWords = "plan price cost Preis Kosten prix coût precio prezzo prijs preço";

/** Each plan is quoted by itself. Its button is left out: without the link it says nothing. */
export const pricing: BlockReader = function* (content) {
  const plans: BlockContent[] = [];
  const { intro, sections } = sectionsOf(content);
  for (const section of sections) plans.push(yield* readSteps(section, parts.pricing));
  if (plans.length === 0 || plans.some(({ fields }) => !fields.get("price"))) return undefined;
  const texts: BlockText[] = intro === "" ? [] : [{ body: withoutLinks(intro) }];
  for (const { heading, fields, text, items } of plans) {
    const included = (yield* mapped(items, (cells) => commaSeparated(cells))).join("; ");
    const body = yield* sentences([commaSeparated([heading, fields.get("price")]), ...text.split(/\n\s*\n/), included]);
    texts.push({ body, alternatives: [heading ?? "", priceWords] });
    yield;
  }
  return texts;
};
