import type { Language } from "../../../rendering/language/phrases";
import { type Bound, boundsIn, type Interpretation, type Moment, momentsIn, rangesIn } from "./bounds";
import type { Source } from "./source";
import type { Unit } from "./units";

/** Whether numbers and times are bounded as in the passage: "above 50 €" is neither "below 50 €" nor "50 €", and "9 to 18" not "18 to 9". */
export function keepsBounds(units: readonly Unit[], source: Source, languages: readonly Language[]): boolean {
  const interpretation: Interpretation = { language: source.language, languages, isPassage: false };
  const known = boundsIn(source.units, { ...interpretation, isPassage: true });
  const moments = momentsIn(source.units, interpretation);
  const ranges = rangesIn(units, interpretation);
  const sourceRanges = rangesIn(source.units, interpretation);
  const knownRanges = new Set(sourceRanges.map(({ name }) => name));
  const closeRanges = new Set(sourceRanges.filter(({ isClose }) => isClose).map(({ name }) => name));
  return (
    ranges.every(({ isClose, name }) => !isClose || closeRanges.has(name)) &&
    boundsIn(units, interpretation).every(mayStay) &&
    momentsIn(units, interpretation).every(isNotTurned)
  );

  function mayStay(bound: Bound): boolean {
    const others = known.filter((other) => isSame(bound, other));
    if (others.some(({ side }) => side === bound.side)) return true;
    const { kind } = bound.word;
    // "You have 30 days" is "within 30 days".
    if (kind === "within") return others.length === 0;
    return (kind === "from" || kind === "until") && isInRange(bound);
  }

  /** "From 9 until 18" is "9 to 18". */
  function isInRange({ at, word }: Bound): boolean {
    const range = ranges.find(({ start, end }) => (word.kind === "from" ? at < start : at > start && at < end));
    return range !== undefined && knownRanges.has(range.name);
  }

  /** "Before the parcel arrived" is not "after the parcel arrived". */
  function isNotTurned({ direction, forms }: Moment): boolean {
    const others = moments.filter((other) => other.forms.some((form) => forms.includes(form)));
    return others.length === 0 || others.some((other) => other.direction === direction);
  }
}

function isSame(one: Bound, other: Bound): boolean {
  return one.number === undefined ? one.time === other.time : one.number === other.number;
}
