import type { Topic } from "../../../../contract";
import { wordsOf } from "./rank-words";

/** The weight of a word in a topic's title or purpose; in an entry it is 1. */
const titleWeight = 3;
const purposeWeight = 2;
/** The weight of the audience's context; the page's is 1. */
const audienceWeight = 2;
/** The usual two parameters of BM25. */
const saturation = 1.2;
const lengthPenalty = 0.75;

/** Only the beginning of long texts is indexed. In characters, for all topics together. */
const maxIndexedLength = 400_000;
const maxContextLength = 8_000;
const maxContextWords = 400;
const maxRecent = 4;

/**
 * The topics' identifiers, ordered by how well they fit the contexts (BM25). Topics and the page's context are indexed once for
 * audiences that are built together.
 */
export function ranked(topics: readonly Topic[], pageContext: string, supplementaryContext: string | null): string[] {
  let index = indexes.get(topics);
  if (!index) indexes.set(topics, (index = indexOf(topics)));
  if (index.page?.context !== pageContext) index.page = pageRanking(index, pageContext);
  if (supplementaryContext === null) return index.page.topicIds;
  const scores = index.page.scores.slice();
  const hits = addScores(index, scores, supplementaryContext, audienceWeight);
  return hits === 0 ? index.page.topicIds : byScore(index, scores);
}

interface Index {
  topicIds: string[];
  /** What each word adds to the scores of topics. */
  words: Map<string, { topic: number; score: number }[]>;
  page?: { context: string; scores: Float64Array; topicIds: string[] };
}

const indexes = new WeakMap<readonly Topic[], Index>();
/** Topics are read again for each group of audiences, and are mostly the same. */
const recent: { topics: readonly Topic[]; index: Index }[] = [];

function indexOf(topics: readonly Topic[]): Index {
  const known = recent.find((one) => isSame(one.topics, topics));
  if (known) return known.index;
  const index = builtIndex(topics);
  if (lengthOf(topics) <= maxIndexedLength) recent.unshift({ topics, index });
  if (recent.length > maxRecent) recent.pop();
  return index;
}

function isSame(some: readonly Topic[], others: readonly Topic[]): boolean {
  return some.length === others.length && some.every((topic, at) => isSameTopic(topic, others[at] as Topic));
}

function isSameTopic(one: Topic, other: Topic): boolean {
  return (
    one.topicId === other.topicId &&
    one.title === other.title &&
    one.purpose === other.purpose &&
    one.entries.length === other.entries.length &&
    one.entries.every(({ content }, at) => content.content === other.entries[at]?.content.content)
  );
}

function lengthOf(topics: readonly Topic[]): number {
  return topics.reduce((sum, { entries }) => entries.reduce((length, { content }) => length + content.content.length, sum), 0);
}

function builtIndex(topics: readonly Topic[]): Index {
  const counts = topics.map((topic) => countedWords(topic, maxIndexedLength / topics.length));
  const lengths = counts.map((words) => words.values().reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / topics.length || 1;
  const words: Index["words"] = new Map();
  counts.forEach((counted, topic) => {
    const drag = saturation * (1 - lengthPenalty + (lengthPenalty * (lengths[topic] as number)) / average);
    for (const [word, count] of counted) {
      const score = (count * (saturation + 1)) / (count + drag);
      const found = words.get(word);
      if (found) found.push({ topic, score });
      else words.set(word, [{ topic, score }]);
    }
  });
  for (const found of words.values()) {
    const rarity = Math.log(1 + (topics.length - found.length + 0.5) / (found.length + 0.5));
    for (const hit of found) hit.score *= rarity;
  }
  return { topicIds: topics.map(({ topicId }) => topicId), words };
}

function countedWords({ title, purpose, entries }: Topic, maxLength: number): Map<string, number> {
  const counted = new Map<string, number>();
  let left = maxLength;
  const add = (text: string, weight: number) => {
    if (left <= 0) return;
    for (const word of wordsOf(text.slice(0, left))) counted.set(word, (counted.get(word) ?? 0) + weight);
    left -= text.length;
  };
  add(title, titleWeight);
  add(purpose ?? "", purposeWeight);
  for (const { content } of entries) add(content.content, 1);
  return counted;
}

function pageRanking(index: Index, context: string): NonNullable<Index["page"]> {
  const scores = new Float64Array(index.topicIds.length);
  addScores(index, scores, context, 1);
  return { context, scores, topicIds: byScore(index, scores) };
}

function addScores({ words }: Index, scores: Float64Array, context: string, weight: number): number {
  const distinct = new Set(wordsOf(context.slice(0, maxContextLength)));
  let read = 0;
  let hits = 0;
  for (const word of distinct) {
    if ((read += 1) > maxContextWords) break;
    for (const { topic, score } of words.get(word) ?? []) {
      scores[topic] = (scores[topic] as number) + weight * score;
      hits += 1;
    }
  }
  return hits;
}

function byScore({ topicIds }: Index, scores: Float64Array): string[] {
  const order = topicIds.map((_, position) => position).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  return order.map((position) => topicIds[position] as string);
}
