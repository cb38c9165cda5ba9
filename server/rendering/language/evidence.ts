import { spokenLanguages } from "../../../contract/pages/language";
import type { Language } from "./phrases";

/** The beginning of a text is enough to tell its language. */
const maxLength = 5_000;

/** Words that are frequent in one of these languages and in few of the others. */
const commonWords: Readonly<Record<Exclude<Language, "ar" | "he">, string>> = {
  en: "the and of to is you your for with that this are we our it on what how from by not have can be will an at as or us",
  de: "der die das und ist sie ihr ihre ihnen für mit nicht ein eine einen wir uns unser unsere zu auf von den dem im wie was ich auch wird sind bei es kann wann wo warum kein",
  fr: "le la les et est y il vous votre vos pour avec des une un nous notre nos dans sur que qui ce pas du au aux plus par ou comment sont cette combien quand où je mon sans",
  es: "el la los las y es usted su sus para con del una un nosotros nuestro nuestra en que por no se al más cómo como lo son este esta tu cuánto cuándo dónde qué puedo mi",
  it: "il la gli le e è di per con del della un una noi nostro nostra nel che non si al più come sono questo questa tuo vostro i lo dei ai quanto quando dove posso mio anche",
  nl: "de het een en is u uw voor met niet wij ons onze van op dat die te zijn hoe wat ook naar bij kan je jouw er aan deze wordt hoeveel wanneer waar waarom mijn geen",
  pt: "o os as e é você seu sua para com do da dos das uma um nós nosso nossa em que por não se ao mais como no na são este esta quanto quando onde posso meu também",
};

/** Words that are frequent in a language without a list, Danish or Catalan for example, and that no list has. */
const otherWords =
  "og jeg ikke til vores som har eller hvad hvordan av och att inte ett till med nie vir hulle hierdie unha máis moi vosos amb és aquest aquesta";

const languagesOf = new Map<string, Known[]>();
for (const [language, words] of Object.entries({ ...commonWords, other: otherWords })) {
  for (const word of words.split(" ")) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language as Known]);
}

/** Foyer's own languages, and all others together. */
type Known = Language | "other";

/** A score for each language. The scores of several texts can be added up. */
export type Evidence = Partial<Record<Known, number>>;

export function evidenceIn(texts: Iterable<string>): Evidence {
  const evidence: Evidence = {};
  const add = (language: Known, score: number) => {
    evidence[language] = (evidence[language] ?? 0) + score;
  };
  for (const text of texts) {
    const start = text.slice(0, maxLength).replace(/\{\{[^{}]*\}\}|https?:\S+/g, " ");
    for (const { language, words, foreign } of scripts) {
      for (const [word] of start.matchAll(words)) {
        if (foreign.test(word)) add("other", foreignWeight);
        else add(language, scriptWeight);
      }
    }
    for (const _ of start.matchAll(spanishMarks)) add("es", scriptWeight);
    for (const [word] of start.toLowerCase().matchAll(/[a-z\u00df-\u024f\u1e00-\u1eff]+/g)) {
      if (foreignLatin.test(word)) add("other", foreignWeight);
      const languages = languagesOf.get(word) ?? [];
      for (const language of languages) add(language, 1 / languages.length);
    }
  }
  return evidence;
}

/** Of a word in a script, or a mark, that no other of these languages has. */
const scriptWeight = 2;
/** Of a word with a letter that none of these languages has in its script: Danish, Polish, Persian or Yiddish, for example. */
const foreignWeight = 4;
/** Before questions and exclamations. */
const spanishMarks = /[¿¡]/g;
const foreignLatin = /[åæðøþ\u0100-\u0151\u0154-\u024f\u1e00-\u1eff]/;
const scripts = [
  {
    language: "he",
    words: /[\u0590-\u05ff\ufb1d-\ufb4f]+/g,
    foreign: /[\u05f0-\u05f2\ufb1f\ufb2e\ufb2f]|\u05d0[\u05b7\u05b8]|\u05e4\u05bf/,
  },
  {
    language: "ar",
    words: /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufeff]+/g,
    foreign: /[\u0671-\u06d3\u06d5\u0750-\u077f]/,
  },
] as const;

/** Fewer frequent words, or words in another script, than this tell nothing. */
const minEvidence = 12;
/** How many times the evidence of any other language. */
const clearMargin = 1.5;

/** Undefined unless there is enough text, and it clearly is in one of Foyer's own languages. */
export function clearLanguage(...all: readonly Evidence[]): Language | undefined {
  const scores = ([...spokenLanguages, "other"] as const).map((language) => ({ language, score: total(all, language) }));
  const [best, second] = scores.sort((one, other) => other.score - one.score);
  if (!best || !second || best.score < minEvidence || best.score < clearMargin * second.score) return undefined;
  return best.language === "other" ? undefined : best.language;
}

function total(all: readonly Evidence[], language: Known): number {
  return all.reduce((sum, evidence) => sum + (evidence[language] ?? 0), 0);
}
