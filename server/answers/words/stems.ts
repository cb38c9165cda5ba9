import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import type { Language } from "../../rendering/language/phrases";
import { withoutMarks } from "./fold";

const stemmers: Readonly<Record<Language, (word: string) => string>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  ar: arabic,
  he: hebrew,
};

export function stemOf(word: string, language: Language): string {
  return withoutMarks(stemmers[language](word)) || withoutMarks(word);
}

/** "And", "the", "in", "to" and others are written as one letter before the word. */
function hebrew(word: string): string {
  return word.length >= 4 ? word.replace(/^[והבלכמש]/, "").replace(/(ים|ות)$/, "") : word;
}
