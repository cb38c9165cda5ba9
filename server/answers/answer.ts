import type { Passage } from "./passages";
import type { Hit, PassageIndex } from "./retrieval/passage-index";

const maxHits = 10;
/** Passages that are nearly as good as the best one are quoted with it. */
const quotedShare = 0.85;
const maxQuoted = 3;
/** The best one is quoted whole; others with it as long as it all is no longer than this. In characters. */
const maxQuotedLength = 6_000;
const maxOptions = 3;
/** Questions with names in them are searched for each time: their answers depend on who asks. */
const maxTriedWithNames = 4;

/** What a page says to a question. Tokens in its texts are not filled in yet. */
export interface FoundAnswer {
  isAnswered: boolean;
  /** The best passages, answered or not. */
  hits: readonly Hit[];
  /** Those that are the answer. */
  quoted: readonly Passage[];
  /** Questions that the topics answer too. */
  options: readonly string[];
}

/** `similarities`: of the question to each passage, by their vectors. `filled`: a text as its reader sees it. */
export function findAnswer(
  index: PassageIndex,
  question: string,
  similarities?: Float32Array,
  filled = (text: string) => text,
): FoundAnswer {
  const hits = index.search(question, maxHits, similarities);
  const best = hits[0]?.score ?? 0;
  const isAnswered = hits[0]?.isEnough === true;
  const isNearlyAsGood = ({ score, isEnough }: Hit) => isEnough && score >= best * quotedShare;
  const quoted = isAnswered ? fitting(hits.filter(isNearlyAsGood).slice(0, maxQuoted)) : [];
  const shown = new Set(quoted.map(({ passage }) => passage.topicEntryId));
  // Reading an identifier takes time, so none is read where nothing is shown.
  const isShown = (passage: Passage) => shown.size > 0 && shown.has(passage.topicEntryId);
  const next = hits.filter(({ passage }) => passage.isFaq && !isShown(passage));
  return { isAnswered, hits, quoted: quoted.map(({ passage }) => passage), options: answerable(index, next, filled) };
}

/** Only a `faq` can be long: three of them would be more than anybody reads, and are kept with every question. */
function fitting(hits: readonly Hit[]): Hit[] {
  let length = 0;
  return hits.filter(({ passage: { heading, body } }, rank) => {
    const whole = length + heading.length + body.length;
    if (rank > 0 && whole > maxQuotedLength) return false;
    length = whole;
    return true;
  });
}

/** A question that is offered must lead to its own entry, also with the names that tokens stand for. */
function answerable(index: PassageIndex, hits: readonly Hit[], filled: (text: string) => string): string[] {
  const options: string[] = [];
  let triedWithNames = 0;
  for (const hit of hits) {
    if (options.length === maxOptions) break;
    const { heading } = hit.passage;
    const asked = filled(heading);
    if (asked !== heading && ++triedWithNames > maxTriedWithNames) continue;
    if (index.isFoundByQuestion(hit, asked)) options.push(heading);
  }
  return options;
}
