import { readContent, sectionsOf } from "../../rendering/entries/read";
import type { BlockReader } from "./block-text";
import { listed, sentences } from "./sentences";

/** Visitors ask with these words, and a plan has an amount alone. */
const priceWords = "plan price cost Preis Kosten prix coût precio prezzo prijs preço";

/** Each plan is quoted by itself. Its button is left out: without the link it says nothing. */
export const pricing: BlockReader = (content) => {
  const plans = sectionsOf(content).map((section) => readContent(section, ["price", "featured"]));
  if (plans.length === 0 || plans.some(({ heading, fields }) => heading === undefined || !fields.get("price"))) return undefined;
  return plans.map(({ heading, fields, text, items }) => ({
    body: sentences([
      listed([heading, fields.get("price")]),
      ...text.split(/\n\s*\n/),
      items.map((cells) => listed(cells)).join("; "),
    ]),
    alternatives: [heading ?? "", priceWords],
  }));
};
