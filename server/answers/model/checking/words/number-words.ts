import type { Language } from "../../../../rendering/language/phrases";
import { withoutMarks } from "../../../words/fold";

/** Number words that are never articles or pronouns. */
const numberWords: Readonly<Record<Language, string>> = {
  en: "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half quarter dozen double twice triple first second third hundreds thousands millions",
  de: "null zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen milliarden halb halbe doppelt zweimal dutzend sieb sech zwo",
  fr: "zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent cents mille million millions milliard moitié double douzaine quinzaine dizaine trentaine quarantaine",
  es: "cero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones medio mitad doble docena veinti quinientos quinientas setecientos setecientas novecientos novecientas",
  it: "zero due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille mila milione milioni metà mezzo doppio dozzina vent trent quarant cinquant sessant settant ottant novant",
  nl: "nul twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend miljoen miljard half halve dubbel dozijn",
  pt: "zero dois duas três quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil milhão milhões meio metade dobro dúzia duzentos duzentas trezentos trezentas quinhentos quinhentas",
  // Scripts without capitals: every word must be in the passage, these as well.
  ar: "",
  he: "",
};

/** What joins number words in a longer one, as in "fünf-und-vierzig" and "dos-cientos", and is no number word by itself. */
const numberParts: Readonly<Record<Language, string>> = {
  en: "one and",
  de: "ein eins eine und mal fach",
  fr: "un une et aine",
  es: "un uno una y i cientos cientas",
  it: "un uno una",
  nl: "een en maal",
  pt: "um uma e centos centas",
  ar: "",
  he: "",
};
/** Longer words are no numbers that anybody writes. */
const maxNumberWordLength = 60;

/** Also what takes back most of a statement, or a part of it. */
const negations: Readonly<Record<Language, string>> = {
  en: "not dont no never none nobody nothing neither nor without hardly barely scarcely rarely seldom except unless outside false untrue",
  de: "nicht nichts kein keine keinen keinem keiner keines nie niemals niemand ohne nein kaum selten außer außerhalb falsch unwahr",
  fr: "ne n pas jamais aucun aucune rien personne sans non guère rarement sauf hors faux",
  es: "no nunca jamás ningún ninguno ninguna nada nadie sin apenas raramente excepto salvo fuera falso",
  it: "non mai nessun nessuno nessuna niente nulla senza no raramente tranne eccetto fuori falso",
  nl: "niet niets geen nooit niemand zonder nee nauwelijks zelden behalve buiten onwaar",
  pt: "não nunca jamais nenhum nenhuma nada ninguém sem raramente exceto fora falso",
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
const partSets = setsOf(numberParts);
const negationSets = setsOf(negations);

/** A number word, or several in one word with at least one whole number word among them. */
export function isNumberWord(folded: string, language: Language): boolean {
  const known = numberSets.get(language);
  if (!known || known.has(folded)) return known !== undefined;
  return folded.length <= maxNumberWordLength && isCompound(folded, known, partSets.get(language) ?? known);
}

/** Each position is visited once, for any number of ways to cut the word. */
function isCompound(word: string, whole: ReadonlySet<string>, parts: ReadonlySet<string>): boolean {
  // Of each position: 1 if parts lead to it, 2 if a whole number word is among them.
  const reached = new Uint8Array(word.length + 1).fill(1, 0, 1);
  for (let start = 0; start < word.length; start += 1) {
    if (reached[start] === 0) continue;
    for (let end = start + 1; end <= word.length; end += 1) {
      const part = word.slice(start, end);
      if (whole.has(part)) reached[end] = 2;
      else if (parts.has(part)) reached[end] = Math.max(reached[end] as number, reached[start] as number);
    }
  }
  return reached[word.length] === 2;
}

export function isNegation(folded: string, language: Language): boolean {
  return negationSets.get(language)?.has(folded) === true;
}

/** The languages in which these words have a "not". */
export function negationsIn(words: readonly string[]): ReadonlySet<string> {
  return new Set([...negationSets].flatMap(([language, set]) => (words.some((word) => set.has(word)) ? language : [])));
}
