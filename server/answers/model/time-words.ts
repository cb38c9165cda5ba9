import type { Language } from "../../rendering/language/phrases";
import { withoutMarks } from "../words/fold";

/**
 * Minute, hour, day, week, month, year, and always; then the months from January, and the days from Monday. The English "May" is
 * left out: in small letters it is another word.
 */
const lists: Readonly<Record<Language, string>> = {
  en: "minute minutes|hour hours hourly|day days daily|week weeks weekly|month months monthly|year years yearly annual annually annum|always forever lifetime|january|february|march|april||june|july|august|september|october|november|december|monday mondays|tuesday tuesdays|wednesday wednesdays|thursday thursdays|friday fridays|saturday saturdays|sunday sundays",
  de: "minute minuten|stunde stunden stündlich|tag tage tagen tages täglich|woche wochen wöchentlich|monat monate monaten monats monatlich|jahr jahre jahren jahres jährlich|immer ewig lebenslang|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|montag montags|dienstag dienstags|mittwoch mittwochs|donnerstag donnerstags|freitag freitags|samstag samstags sonnabend sonnabends|sonntag sonntags",
  fr: "minute minutes|heure heures|jour jours quotidien quotidiennement|semaine semaines hebdomadaire|mois mensuel mensuelle mensuellement|an ans année années annuel annuelle annuellement|toujours éternellement|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|lundi lundis|mardi mardis|mercredi mercredis|jeudi jeudis|vendredi vendredis|samedi samedis|dimanche dimanches",
  es: "minuto minutos|hora horas|día días diario diaria diariamente|semana semanas semanal semanalmente|mes meses mensual mensualmente|año años anual anualmente|siempre eternamente|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre setiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado sábados|domingo domingos",
  it: "minuto minuti|ora ore|giorno giorni giornaliero quotidiano|settimana settimane settimanale|mese mesi mensile mensilmente|anno anni annuale annuo annualmente|sempre|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|lunedì|martedì|mercoledì|giovedì|venerdì|sabato sabati|domenica domeniche",
  nl: "minuut minuten|uur uren|dag dagen dagelijks|week weken wekelijks|maand maanden maandelijks|jaar jaren jaarlijks|altijd eeuwig levenslang|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|maandag maandags|dinsdag dinsdags|woensdag woensdags|donderdag donderdags|vrijdag vrijdags|zaterdag zaterdags|zondag zondags",
  pt: "minuto minutos|hora horas|dia dias diário diária diariamente|semana semanas semanal semanalmente|mês meses mensal mensalmente|ano anos anual anualmente|sempre eternamente|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|segunda|terça|quarta|quinta|sexta|sábado sábados|domingo domingos",
  ar: "دقيقة دقائق|ساعة ساعات|يوم يوما أيام يوميا|أسبوع أسابيع أسبوعيا|شهر أشهر شهور شهريا|سنة سنوات عام أعوام سنويا|دائما|يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد",
  he: "דקה דקות|שעה שעות|יום ימים|שבוע שבועות|חודש חודשים|שנה שנים|תמיד לנצח|ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר|שני|שלישי|רביעי|חמישי|שישי|שבת|ראשון",
};

const ones: Readonly<Record<Language, string>> = {
  en: "one",
  de: "ein eine einen einem einer eines",
  fr: "un une",
  es: "un uno una",
  it: "un uno una",
  nl: "een",
  pt: "um uma",
  ar: "واحد واحدة",
  he: "אחד אחת",
};

const currencies = new Set(
  "euro euros dollar dollars dólar dólares pound pounds pfund libra libras franc francs franken peso pesos real reais"
    .split(" ")
    .map(withoutMarks),
);

/** Which time a word means, in each language. */
const times = new Map<string, ReadonlyMap<string, number>>(
  Object.entries(lists).map(([language, list]) => [
    language,
    new Map(
      list.split("|").flatMap((words, time) =>
        words
          .split(" ")
          .filter(Boolean)
          .map((word) => [withoutMarks(word), time] as const),
      ),
    ),
  ]),
);
const oneSets = new Map(Object.entries(ones).map(([language, words]) => [language, new Set(words.split(" "))]));

/** The first month in a list. Units of time before it are other words in other languages: "an" is a year in French. */
const firstMonth = 7;

/** The same number for "day" and "daily", and in all languages. Undefined for a word that means no time. */
export function timeOf(folded: string, languages: readonly Language[]): number | undefined {
  for (const language of languages) {
    const time = times.get(language)?.get(folded);
    if (time !== undefined) return time;
  }
  for (const known of times.values()) {
    const time = known.get(folded);
    if (time !== undefined && time >= firstMonth) return time;
  }
  return undefined;
}

/** The same number for a month or a day of the week, in all its forms. */
export function dateOf(folded: string, language: Language): number | undefined {
  const time = times.get(language)?.get(folded);
  return time !== undefined && time >= firstMonth ? time : undefined;
}

export function isOne(folded: string, languages: readonly Language[]): boolean {
  return languages.some((language) => oneSets.get(language)?.has(folded) === true);
}

export function isCurrency(folded: string): boolean {
  return currencies.has(folded);
}
