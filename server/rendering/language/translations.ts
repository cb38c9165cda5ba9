import type { Language, Phrases } from "./phrases";
import { ar } from "./translations/ar";
import { de } from "./translations/de";
import { en } from "./translations/en";
import { es } from "./translations/es";
import { fr } from "./translations/fr";
import { he } from "./translations/he";
import { it } from "./translations/it";
import { nl } from "./translations/nl";
import { pt } from "./translations/pt";

/** In the page's language if we speak it, else in English. */
export function phrasesOf(tag: string): Phrases {
  const language = tag.split("-")[0] as Language;
  return Object.hasOwn(translations, language) ? translations[language] : translations.en;
}

const translations: Readonly<Record<Language, Phrases>> = { en, de, fr, es, it, nl, pt, ar, he };
