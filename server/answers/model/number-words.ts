import type { Language } from "../../rendering/language/phrases";
import { withoutMarks } from "../words/fold";

/** Number words that are never articles or pronouns. */
const numberWords: Readonly<Record<Language, string>> = {
  en: "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half quarter dozen double twice triple first second third",
  de: "null zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen milliarden halb halbe doppelt zweimal dutzend",
  fr: "zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent cents mille million millions milliard moitié double douzaine quinzaine",
  es: "cero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones medio mitad doble docena",
  it: "zero due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille mila milione milioni metà mezzo doppio dozzina",
  nl: "nul twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend miljoen miljard half halve dubbel dozijn",
  pt: "zero dois duas três quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil milhão milhões meio metade dobro dúzia",
  // Scripts without capitals: every word must be in the passage, these as well.
  ar: "",
  he: "",
};

const negations: Readonly<Record<Language, string>> = {
  en: "not no never none nobody nothing neither nor without",
  de: "nicht nichts kein keine keinen keinem keiner keines nie niemals niemand ohne nein",
  fr: "ne n pas jamais aucun aucune rien personne sans non",
  es: "no nunca jamás ningún ninguno ninguna nada nadie sin",
  it: "non mai nessun nessuno nessuna niente nulla senza no",
  nl: "niet niets geen nooit niemand zonder nee",
  pt: "não nunca jamais nenhum nenhuma nada ninguém sem",
  ar: "لا لم لن ليس ليست غير بدون دون",
  he: "לא אין אינו אינה אינם בלי ללא אף",
};

const setsOf = (lists: Readonly<Record<Language, string>>) =>
  new Map(
    Object.entries(lists).map(([language, words]) => [
      language,
      new Set(words.replaceAll("ß", "ss").split(" ").map(withoutMarks)),
    ]),
  );
const numberSets = setsOf(numberWords);
const negationSets = setsOf(negations);

export function isNumberWord(folded: string, language: Language): boolean {
  return numberSets.get(language)?.has(folded) === true;
}

export function isNegation(folded: string, language: Language): boolean {
  return negationSets.get(language)?.has(folded) === true;
}

/** The languages in which these words have a "not". */
export function negationsIn(words: readonly string[]): ReadonlySet<string> {
  return new Set([...negationSets].flatMap(([language, set]) => (words.some((word) => set.has(word)) ? language : [])));
}
