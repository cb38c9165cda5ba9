import { spokenLanguages } from "../../../contract/pages/language";
import type { Evidence } from "../../rendering/language/evidence";
import type { Language } from "../../rendering/language/phrases";

/** English if no other language scores higher. */
export function likeliestLanguage(...all: readonly Evidence[]): Language {
  const total = (language: Language) => all.reduce((sum, evidence) => sum + (evidence[language] ?? 0), 0);
  let best: Language = "en";
  for (const language of spokenLanguages) if (total(language) > total(best)) best = language;
  return best;
}
