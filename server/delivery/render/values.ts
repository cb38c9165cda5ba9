import type { PageDocument } from "../../features/versions";
import { filledText, mayHaveTokens, tokenValues, type Values } from "../../tokens";

/** A page's name and title may have tokens themselves; whatever those are filled in with is never read again. */
export function valuesOf(document: PageDocument): Values {
  const values = tokenValues(document);
  const { name, title } = document.page;
  if (!mayHaveTokens(name) && !mayHaveTokens(title)) return values;
  const before: Values = { ...values, page: { name: null, title: null } };
  return { ...values, page: { name: filledText(name, before), title: filledText(title, before) } };
}
