import { mapped } from "../../event-loop/steps";
import { type BlockContent, readSteps, sectionsOf } from "../../rendering/entries/read";
import type { BlockReader, BlockText } from "./block-text";
import { listed, sentences } from "./sentences";

/** Visitors ask with these words, and a plan has an amount alone. */
const priceWords = "plan price cost Preis Kosten prix coût precio prezzo prijs preço";

/** Each plan is quoted by itself. Its button is left out: without the link it says nothing. */
export const pricing: BlockReader = function* (content) {
  const plans: BlockContent[] = [];
  for (const section of sectionsOf(content)) plans.push(yield* readSteps(section, ["price", "featured"]));
  if (plans.length === 0 || plans.some(({ heading, fields }) => heading === undefined || !fields.get("price"))) return undefined;
  const texts: BlockText[] = [];
  for (const { heading, fields, text, items } of plans) {
    const included = (yield* mapped(items, (cells) => listed(cells))).join("; ");
    const body = yield* sentences([listed([heading, fields.get("price")]), ...text.split(/\n\s*\n/), included]);
    texts.push({ body, alternatives: [heading ?? "", priceWords] });
    yield;
  }
  return texts;
};
