import { readContent, sectionsOf } from "../../rendering/entries/read";
import type { BlockReader } from "./block-text";
import { listed, sentences } from "./sentences";

/** What visitors ask for. A plan has the amount alone. */
const priceWords = "price Preis prix precio prezzo prijs preço";

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
    alternatives: [priceWords],
  }));
};
