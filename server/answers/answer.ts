import type { Passage } from "./passages";
import type { Hit, PassageIndex } from "./retrieval/passage-index";

const maxHits = 10;
/** Passages that are nearly as good as the best one are quoted with it. */
const quotedShare = 0.85;
const maxQuoted = 3;
const maxOptions = 3;

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

/** `similarities`: of the question to each passage, by their vectors. */
export function findAnswer(index: PassageIndex, question: string, similarities?: Float32Array): FoundAnswer {
  const hits = index.search(question, maxHits, similarities);
  const best = hits[0]?.score ?? 0;
  const isAnswered = hits[0]?.isEnough === true;
  const quoted = isAnswered ? hits.filter(({ score }) => score >= best * quotedShare).slice(0, maxQuoted) : [];
  const shown = new Set(quoted.map(({ passage }) => passage.topicEntryId));
  const next = hits.filter(({ passage }) => passage.isFaq && !shown.has(passage.topicEntryId));
  return { isAnswered, hits, quoted: quoted.map(({ passage }) => passage), options: answerable(index, next) };
}

/** A question that is offered must lead to its own entry. */
function answerable(index: PassageIndex, hits: readonly Hit[]): string[] {
  const options: string[] = [];
  for (const hit of hits) {
    if (options.length === maxOptions) break;
    if (index.isFoundByQuestion(hit)) options.push(hit.passage.heading);
  }
  return options;
}
