import type { Language } from "../../../../rendering/language/phrases";

/** Words that join the parts of a statement, as commas do. */
const joining: Readonly<Record<Language, string>> = {
  en: "and or but while whereas",
  de: "und oder aber während sowie",
  fr: "et ou mais tandis",
  es: "y e o u pero mientras",
  it: "e ed o ma mentre",
  nl: "en of maar terwijl",
  pt: "e ou mas enquanto",
  ar: "أو",
  he: "או",
};
/** In Arabic and Hebrew, "and" is a letter before the next word. */
const andBefore: Partial<Record<Language, string>> = { ar: "و", he: "ו" };

/** Between the parts of a statement, in each language. */
export const joints: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(joining).map(([language, words]) => [
    language,
    new RegExp(`[,;،؛]\\s+|\\s(?:${words.replaceAll(" ", "|")})\\s${andIn(language as Language)}`, "iu"),
  ]),
);

function andIn(language: Language): string {
  const letter = andBefore[language];
  return letter === undefined ? "" : `|\\s(?=${letter})`;
}
