import type { PageDocument } from "../../features/versions";
import { mayHaveTokens, tokenValues, type Values } from "../../tokens";
import { partsIn } from "./weave";

/** A page's name and title may have tokens themselves; whatever those are filled in with is never read again. */
export function valuesOf(document: PageDocument): Values {
  const values = tokenValues(document);
  const { name, title } = document.page;
  if (!mayHaveTokens(name) && !mayHaveTokens(title)) return values;
  const before: Values = { ...values, page: { name: null, title: null } };
  return { ...values, page: { name: filled(name, before), title: filled(title, before) } };
}

function filled(text: string, values: Values): string {
  return partsIn(text)
    .map((part) => (typeof part === "string" ? part : part.fill(values)))
    .join("");
}
