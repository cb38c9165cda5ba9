import type { Language } from "../../../../rendering/language/phrases";
import { isStopWord } from "../../../words/stop-words";
import type { Unit } from "../units";
import { wordsOfKinds } from "./words-of-kinds";

const kinds = ["above", "below", "from", "until", "within", "least", "most", "after", "before"] as const;
type BoundKind = (typeof kinds)[number];

/** In the order of `kinds`. Two words that follow each other are joined by "_". */
const lists: Readonly<Record<Language, string>> = {
  en: "above over exceeding beyond more_than|below under less_than fewer_than up_to|from|until till|within|least minimum or_more upwards|at_most maximum or_less|after later|before earlier prior",
  de: "über mehr_als oberhalb|unter weniger_als unterhalb|ab|bis|innerhalb binnen|mindestens wenigstens minimal minimum frühestens oder_mehr|höchstens maximal maximum längstens spätestens oder_weniger|nach später|vor früher",
  fr: "plus_de plus_d delà dessus supérieur supérieure supérieurs supérieures|moins_de moins_d dessous inférieur inférieure inférieurs inférieures|dès partir|jusqu|sous|au_moins minimum ou_plus|au_plus maximum ou_moins|après|avant",
  es: "más_de encima superior superiores|menos_de debajo inferior inferiores|desde partir|hasta|dentro|al_menos mínimo o_más|máximo sumo o_menos|después tras|antes",
  it: "oltre sopra più_di superiore superiori|sotto meno_di inferiore inferiori|partire|fino|entro|almeno minimo o_più|massimo o_meno|dopo|prima",
  nl: "boven meer_dan|onder minder_dan|vanaf|tot|binnen|minstens minimaal minimum tenminste of_meer|hoogstens maximaal maximum uiterlijk of_minder|na later|voordat eerder",
  pt: "acima mais_de superior superiores|abaixo menos_de inferior inferiores|desde partir|até|dentro|pelo_menos mínimo ou_mais|máximo ou_menos|após depois|antes",
  ar: "فوق أكثر|تحت أقل|ابتداء منذ|حتى|خلال|الأقل|الأكثر الأقصى|بعد|قبل",
  he: "מעל יותר|מתחת פחות|החל|עד|תוך|לפחות|היותר|אחרי לאחר|לפני",
};

const words = wordsOfKinds(kinds, lists);

export interface BoundWord {
  kind: BoundKind;
  /** What lies beyond the number, or before it. */
  direction: "more" | "less";
  /** The last of its units. */
  end: number;
}

const less: ReadonlySet<BoundKind> = new Set<BoundKind>(["below", "until", "within", "most", "before"]);

/**
 * A word that bounds a number or time, as in "above 50 €" and "at least a week". It is known in other languages too, because the
 * language of a short text is easily mistaken, unless it is a frequent word in these.
 */
export function boundWordAt(units: readonly Unit[], at: number, languages: readonly Language[]): BoundWord | undefined {
  const [unit, next] = [units[at], units[at + 1]];
  if (unit?.kind !== "word") return undefined;
  const both = next?.kind === "word" ? `${unit.folded}_${next.folded}` : unit.folded;
  const isFrequent = languages.some((language) => isStopWord(unit.folded, language));
  for (const known of [...languages.flatMap((language) => words.get(language) ?? []), ...(isFrequent ? [] : words.values())]) {
    const kind = known.get(both) ?? known.get(unit.folded);
    if (kind)
      return { kind, direction: less.has(kind) ? "less" : "more", end: both !== unit.folded && known.has(both) ? at + 1 : at };
  }
  return undefined;
}
