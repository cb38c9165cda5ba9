import { spokenLanguages } from "../../../contract/pages/language";
import type { Language } from "./phrases";

/** The beginning of a text is enough to tell its language. */
const maxLength = 5_000;

/** Words that are frequent in one of these languages and in few of the others. */
const commonWords: Readonly<Record<Exclude<Language, "ar" | "he">, string>> = {
  en: "the and of to is you your for with that this are we our it on what how from by not have can be will an at as or us",
  de: "der die das und ist sie ihr ihre ihnen für mit nicht ein eine einen wir uns unser unsere zu auf von den dem im wie was ich auch wird sind bei es kann",
  fr: "le la les et est vous votre vos pour avec des une un nous notre nos dans sur que qui ce pas du au aux plus par ou comment sont cette",
  es: "el la los las y es usted su sus para con del una un nosotros nuestro nuestra en que por no se al más cómo como lo son este esta tu",
  it: "il la gli le e è di per con del della un una noi nostro nostra nel che non si al più come sono questo questa tuo vostro i lo dei ai",
  nl: "de het een en is u uw voor met niet wij ons onze van op dat die te zijn hoe wat ook naar bij kan je jouw er aan deze wordt",
  pt: "o os as e é você seu sua para com do da dos das uma um nós nosso nossa em que por não se ao mais como no na são este esta",
};

const languagesOf = new Map<string, Language[]>();
for (const [language, words] of Object.entries(commonWords)) {
  for (const word of words.split(" ")) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language as Language]);
}

/** A score for each language. The scores of several texts can be added up. */
export type Evidence = Partial<Record<Language, number>>;

export function evidenceIn(texts: Iterable<string>): Evidence {
  const evidence: Evidence = {};
  for (const text of texts) {
    const start = text.slice(0, maxLength).replace(/\{\{[^{}]*\}\}|https?:\S+/g, " ");
    // Two for each word: no other of these languages has the script.
    evidence.he = (evidence.he ?? 0) + 2 * (start.match(/[\u0590-\u05ff\ufb1d-\ufb4f]+/g)?.length ?? 0);
    evidence.ar =
      (evidence.ar ?? 0) +
      2 * (start.match(/[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufeff]+/g)?.length ?? 0);
    for (const word of start.toLowerCase().match(/[a-z\u00df-\u00ff]+/g) ?? []) {
      const languages = languagesOf.get(word);
      if (languages === undefined) continue;
      for (const language of languages) evidence[language] = (evidence[language] ?? 0) + 1 / languages.length;
    }
  }
  return evidence;
}

/** Fewer frequent words, or words in another script, than this tell nothing. */
const minEvidence = 12;
/** How many times the evidence of any other language. */
const clearMargin = 1.5;

/** Undefined unless there is enough text, and it clearly is in one language. */
export function clearLanguage(...all: readonly Evidence[]): Language | undefined {
  const scores = spokenLanguages.map((language) => ({ language, score: total(all, language) }));
  const [best, second] = scores.sort((one, other) => other.score - one.score);
  if (!best || !second || best.score < minEvidence || best.score < clearMargin * second.score) return undefined;
  return best.language;
}

const rightToLeft = new Set("ar arc ckb dv fa he ks ps sd ug ur yi".split(" "));

export function isRightToLeft(tag: string): boolean {
  return rightToLeft.has(tag.split("-")[0] as string);
}

function total(all: readonly Evidence[], language: Language): number {
  return all.reduce((sum, evidence) => sum + (evidence[language] ?? 0), 0);
}
