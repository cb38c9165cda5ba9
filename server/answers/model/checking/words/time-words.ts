import type { Language } from "../../../../rendering/language/phrases";
import { withoutMarks } from "../../../words/fold";

/**
 * Minute, hour, day, week, month, year, and always; then second, yesterday, and the parts of a day from morning to midnight;
 * then fortnight, quarter, decade and at once. They are other words in other languages: "an" is a year in French.
 */
const units: Readonly<Record<Language, string>> = {
  en: "minute minutes|hour hours hourly h|day days daily|week weeks weekly|month months monthly|year years yearly annual annually annum|always forever lifetime|seconds|yesterday|morning mornings|noon midday|afternoon afternoons|evening evenings|night nights nightly overnight|midnight|fortnight fortnights fortnightly|quarterly|decade decades|immediately immediate instantly instant",
  de: "minute minuten|stunde stunden stündlich h|tag tage tagen tages täglich|woche wochen wöchentlich|monat monate monaten monats monatlich|jahr jahre jahren jahres jährlich|immer ewig lebenslang|sekunde sekunden|gestern|morgens vormittag vormittags|mittag mittags|nachmittag nachmittags|abend abende abends|nacht nächte nachts|mitternacht|vierzehntägig|quartal quartale quartals vierteljährlich|jahrzehnt jahrzehnte jahrzehnten|sofort sofortig sofortige umgehend unverzüglich",
  fr: "minute minutes|heure heures h|jour jours quotidien quotidiennement|semaine semaines hebdomadaire|mois mensuel mensuelle mensuellement|an ans année années annuel annuelle annuellement|toujours éternellement|seconde secondes|hier|matin matins matinée|midi||soir soirs soirée|nuit nuits|minuit|quinzaine quinzaines|trimestre trimestres trimestriel trimestriellement|décennie décennies|immédiatement immédiat immédiate instantané instantanément",
  es: "minuto minutos|hora horas h|día días diario diaria diariamente|semana semanas semanal semanalmente|mes meses mensual mensualmente|año años anual anualmente|siempre eternamente|segundos|ayer|mañanas|mediodía|tarde tardes|noche noches|madrugada|medianoche|quincena quincenas quincenal|trimestre trimestres trimestral|década décadas|inmediatamente inmediato inmediata",
  it: "minuto minuti|ora ore h|giorno giorni giornaliero quotidiano|settimana settimane settimanale|mese mesi mensile mensilmente|anno anni annuale annuo annualmente|sempre|secondi|ieri|mattina mattine mattino|mezzogiorno|pomeriggio pomeriggi|sera sere serata|notte notti|mezzanotte|quindicinale|trimestre trimestri trimestrale|decennio decenni|immediatamente immediato immediata subito",
  nl: "minuut minuten|uur uren h|dag dagen dagelijks|week weken wekelijks|maand maanden maandelijks|jaar jaren jaarlijks|altijd eeuwig levenslang|seconde seconden|gisteren|ochtend ochtenden ochtends|middag middags|namiddag namiddags|avond avonden avonds|nacht nachten nachts|middernacht||kwartaal kwartalen|decennium decennia|onmiddellijk meteen",
  pt: "minuto minutos|hora horas h|dia dias diário diária diariamente|semana semanas semanal semanalmente|mês meses mensal mensalmente|ano anos anual anualmente|sempre eternamente|segundos|ontem|manhã manhãs||tarde tardes|noite noites|madrugada||quinzena quinzenas quinzenal|trimestre trimestres trimestral|década décadas|imediatamente imediato imediata",
  ar: "دقيقة دقائق|ساعة ساعات|يوم يوما أيام يوميا|أسبوع أسابيع أسبوعيا|شهر أشهر شهور شهريا|سنة سنوات عام أعوام سنويا|دائما|ثانية ثواني|أمس|صباح صباحا|ظهر ظهرا||مساء|ليل ليلا ليلة||||عقد عقود|فورا فوري",
  he: "דקה דקות|שעה שעות|יום ימים|שבוע שבועות|חודש חודשים|שנה שנים|תמיד לנצח|שנייה שניות|אתמול|בוקר|צהריים||ערב|לילה לילות|חצות||רבעון רבעונים|עשור עשורים|מיד מיידי",
};

/**
 * The months from January, the days from Monday; then weekend, workday, today, tomorrow and the day after. They are known in all
 * languages. The English "May" is left out: in small letters it is another word.
 */
const dates: Readonly<Record<Language, string>> = {
  en: "january|february|march|april||june|july|august|september|october|november|december|monday mondays|tuesday tuesdays|wednesday wednesdays|thursday thursdays|friday fridays|saturday saturdays|sunday sundays|weekend weekends|workday workdays weekday weekdays|today tonight|tomorrow|",
  de: "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|montag montags|dienstag dienstags|mittwoch mittwochs|donnerstag donnerstags|freitag freitags|samstag samstags sonnabend sonnabends|sonntag sonntags|wochenende wochenenden wochenends|werktag werktage werktagen werktags|heute heutige heutigen|morgen morgigen|übermorgen",
  fr: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|lundi lundis|mardi mardis|mercredi mercredis|jeudi jeudis|vendredi vendredis|samedi samedis|dimanche dimanches|weekend weekends|ouvrable ouvrables|aujourd hui|demain lendemain|surlendemain",
  es: "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre setiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado sábados|domingo domingos||laborable laborables hábil hábiles|hoy|mañana|",
  it: "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|lunedì|martedì|mercoledì|giovedì|venerdì|sabato sabati|domenica domeniche|weekend|feriale feriali|oggi stasera|domani|dopodomani",
  nl: "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|maandag maandags|dinsdag dinsdags|woensdag woensdags|donderdag donderdags|vrijdag vrijdags|zaterdag zaterdags|zondag zondags|weekend weekends weekeinde|werkdag werkdagen|vandaag vanavond|morgen|overmorgen",
  pt: "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|segunda|terça|quarta|quinta|sexta|sábado sábados|domingo domingos||úteis|hoje|amanhã|",
  ar: "يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|||اليوم|غدا|",
  he: "ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר|שני|שלישי|רביעי|חמישי|שישי|שבת|ראשון|סופש||היום|מחר|מחרתיים",
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

/** Which time a word means, in each language: units first, then dates. */
const times = new Map<string, ReadonlyMap<string, number>>(
  Object.entries(units).map(([language, ofLanguage]) => [
    language,
    new Map(
      [...ofLanguage.split("|"), ...dates[language as Language].split("|")].flatMap((words, time) =>
        words
          .split(" ")
          .filter(Boolean)
          .map((word) => [withoutMarks(word), time] as const),
      ),
    ),
  ]),
);
const oneSets = new Map(Object.entries(ones).map(([language, words]) => [language, new Set(words.split(" "))]));

const firstDate = units.en.split("|").length;

/** A number for each time, the same for "day" and "daily" and in all languages. Undefined for a word that means no time. */
export function timeOf(folded: string, languages: readonly Language[]): number | undefined {
  for (const language of languages) {
    const time = times.get(language)?.get(folded);
    if (time !== undefined) return time;
  }
  for (const known of times.values()) {
    const time = known.get(folded);
    if (time !== undefined && time >= firstDate) return time;
  }
  return undefined;
}

/** A number for each month, each day of the week and each day such as "today", the same for all forms of its word. */
export function dateOf(folded: string, language: Language): number | undefined {
  const time = times.get(language)?.get(folded);
  return time !== undefined && time >= firstDate ? time : undefined;
}

export function isOne(folded: string, languages: readonly Language[]): boolean {
  return languages.some((language) => oneSets.get(language)?.has(folded) === true);
}

export function isCurrency(folded: string): boolean {
  return currencies.has(folded);
}
