import type { Topic, TopicEntry } from "../../../contract";
import { type Evidence, evidenceIn } from "../../rendering/language/evidence";
import type { Language } from "../../rendering/language/phrases";
import { type CutPassage, chunkIdOf, passagesOf } from "../passages";
import { embeddedText, textHash } from "../vectors/embedded-text";
import { PassageVectors } from "../vectors/passage-vectors";
import type { Vector } from "../vectors/vector";
import { likeliestLanguage } from "../words/likeliest-language";
import { type SynonymGroups, Synonyms } from "../words/synonyms";
import { type Word, wordsIn } from "../words/words";
import { calibrate } from "./calibrate";
import { type IndexContents, PassageIndex } from "./passage-index";
import { PassageStoreBuilder } from "./passage-store";
import { PostingsBuilder } from "./postings-builder";
import { eachFragment, eachPair, type TermKind, termHash } from "./terms";
import { Vocabulary } from "./vocabulary";

/** Further passages of a page are not indexed. */
const maxPassages = 20_000;
/** How much the topic says about the language of one of its entries. */
const topicEvidence = 0.1;

/** How much a word counts by where it is. */
const faqWeights = { question: 1, topic: 0.25, body: 0.45 };
const paragraphWeights = { question: 0.8, topic: 0.25, body: 1 };
/** BM25's b: how much the length of a field lowers the weight of its words. */
const lengthPenalty = { question: 0.6, body: 0.7 };

/** How much text is added between two pauses. In characters. */
const charactersAtOnce = 3_000;
/** A text costs something beside its characters. */
const charactersPerText = 20;
/** Texts that are measured between two pauses. */
const textsAtOnce = 2_000;

export interface IndexedTopic extends Pick<Topic, "topicId" | "title"> {
  entries: IndexedEntry[];
}

export type IndexedEntry = Pick<TopicEntry, "topicEntryId" | "content">;

/** What an index is made of. */
export interface IndexContent {
  topics: readonly IndexedTopic[];
  synonyms: SynonymGroups;
  vectors?: KnownVectors | undefined;
}

/** Vectors by the identifiers of passages, each with the hash of the text that it was made from. */
export interface KnownVectors {
  model: string;
  vectors: ReadonlyMap<string, { hash: string; vector: Vector }>;
}

/** Yields after small pieces of work, so that the event loop can go on between them. */
export function* indexSteps({ topics, synonyms, vectors }: IndexContent): Generator<undefined, PassageIndex, undefined> {
  const passages: CutPassage[] = [];
  const store = new PassageStoreBuilder();
  const languages: Language[] = [];
  const pageEvidence: Evidence = {};
  for (const topic of topics) {
    const ofTopic = scaled(
      evidenceIn([topic.title, ...topic.entries.slice(0, 20).map(({ content }) => content.content)]),
      topicEvidence,
    );
    addEvidence(pageEvidence, evidenceIn([topic.title]));
    for (const entry of topic.entries) {
      const ofEntry = evidenceIn([entry.content.content]);
      addEvidence(pageEvidence, ofEntry);
      const language = likeliestLanguage(ofEntry, ofTopic);
      for (const passage of yield* passagesOf(topic, entry)) {
        if (passages.length === maxPassages) break;
        passages.push(passage);
        languages.push(language);
        store.add(passage, language);
        yield;
      }
      yield;
    }
  }
  const synonymsOf = new Map<Language, Synonyms>();
  for (const language of new Set(languages)) {
    synonymsOf.set(language, new Synonyms(language, synonyms));
    yield;
  }
  const lengths = yield* averageLengths(passages);
  const postings = new PostingsBuilder();
  const vocabulary = new Vocabulary();
  for (const [at, passage] of passages.entries()) {
    const language = languages[at] as Language;
    yield* addPassage(passage, language, synonymsOf.get(language) as Synonyms, lengths, postings, vocabulary);
    postings.endPassage(at);
    yield;
  }
  const contents: IndexContents = {
    passages: yield* store.finish(),
    postings: yield* postings.finish(),
    vocabulary: yield* vocabulary.finish(),
    synonyms: synonymsOf,
    vectors: vectors && (yield* vectorsOf(passages, vectors)),
    pageEvidence,
  };
  const index = new PassageIndex(contents);
  yield* calibrate(index);
  return index;
}

/** Passages without one, or whose text was another then, are found by their words alone. */
function* vectorsOf(
  passages: readonly CutPassage[],
  { model, vectors }: KnownVectors,
): Generator<undefined, PassageVectors | undefined, undefined> {
  let found: PassageVectors | undefined;
  for (const [at, passage] of passages.entries()) {
    const known = vectors.get(chunkIdOf(passage.topicEntryId, passage, passage.occurrence));
    if (known && known.hash === textHash(embeddedText(passage), model)) {
      found ??= new PassageVectors(passages.length, known.vector.length);
      found.set(at, known.vector);
    }
    yield;
  }
  if (found) yield* found.calibrate();
  return found;
}

interface Lengths {
  question: number;
  body: number;
}

/** In characters: words would have to be counted twice, and one is about as good as the other. */
function* averageLengths(passages: readonly CutPassage[]): Generator<undefined, Lengths, undefined> {
  const sums = { question: 0, body: 0, questions: 0, bodies: 0 };
  let measured = 0;
  for (const passage of passages) {
    const question = questionLength(passage);
    sums.question += question;
    sums.body += passage.body.length;
    if (question > 0) sums.questions += 1;
    if (passage.body !== "") sums.bodies += 1;
    measured += 2 + passage.alternatives.length;
    if (measured < textsAtOnce) continue;
    measured = 0;
    yield;
  }
  return { question: sums.question / (sums.questions || 1), body: sums.body / (sums.bodies || 1) };
}

function questionLength({ heading, alternatives }: CutPassage): number {
  return alternatives.reduce((sum, { length }) => sum + length, heading.length);
}

/** Yields within long texts, and among many short ones. */
function* addPassage(
  passage: CutPassage,
  language: Language,
  synonyms: Synonyms,
  average: Lengths,
  postings: PostingsBuilder,
  vocabulary: Vocabulary,
): Generator<undefined, void, undefined> {
  const { isFaq, heading, alternatives, topic, body } = passage;
  const questionDrag = 1 - lengthPenalty.question + (lengthPenalty.question * questionLength(passage)) / average.question;
  const bodyDrag = 1 - lengthPenalty.body + (lengthPenalty.body * body.length) / average.body;
  const weights = isFaq ? faqWeights : paragraphWeights;
  const questionWeight = weights.question / questionDrag;
  const addToQuestion = (hash: number) => postings.add(hash, questionWeight);
  let work = 0;
  for (const text of [heading, ...alternatives]) {
    for (const piece of piecesOf(text)) {
      const words = wordsIn(piece, language);
      addWords(words, questionWeight);
      if (isFaq) {
        eachPair(words, addToQuestion);
        eachFragment(words, addToQuestion);
      }
      yield* pause(piece);
    }
  }
  for (const piece of piecesOf(topic)) {
    addWords(wordsIn(piece, language), weights.topic);
    yield* pause(piece);
  }
  for (const piece of piecesOf(body)) {
    addWords(wordsIn(piece, language), weights.body / bodyDrag);
    yield* pause(piece);
  }

  function* pause({ length }: string): Generator<undefined, void, undefined> {
    work += length + charactersPerText;
    if (work < charactersAtOnce) return;
    work = 0;
    yield;
  }

  function addWords(words: readonly Word[], weight: number): void {
    for (const { stem, surface } of words) {
      add("stem", stem, weight);
      if (surface !== stem) add("surface", surface, weight);
      vocabulary.add(surface);
    }
    for (const { name } of synonyms.groupsIn(words)) add("meaning", name, weight);
  }

  function add(kind: TermKind, text: string, weight: number): void {
    postings.add(termHash(kind, text), weight);
  }
}

/** Cut between words, where there is a space. */
function* piecesOf(text: string): Generator<string> {
  let at = 0;
  while (text.length - at > charactersAtOnce) {
    const space = text.lastIndexOf(" ", at + charactersAtOnce);
    const end = space > at ? space : at + charactersAtOnce;
    yield text.slice(at, end);
    at = end;
  }
  if (at < text.length) yield text.slice(at);
}

function scaled(evidence: Evidence, by: number): Evidence {
  return Object.fromEntries(Object.entries(evidence).map(([language, score]) => [language, score * by]));
}

function addEvidence(to: Evidence, more: Evidence): void {
  for (const [language, score] of Object.entries(more) as [keyof Evidence, number][]) to[language] = (to[language] ?? 0) + score;
}
