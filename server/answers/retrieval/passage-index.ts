import { codePoints } from "../../../contract/fields";
import { maxQuestionLength } from "../../../contract/visits/visitor-forms";
import type { Evidence } from "../../rendering/language/evidence";
import type { Language } from "../../rendering/language/phrases";
import type { Passage } from "../passages";
import type { PassageVectors } from "../vectors/passage-vectors";
import { type SynonymGroups, Synonyms } from "../words/synonyms";
import { PassageStore, type StoreArrays } from "./passage-store";
import { type PostingArrays, Postings, weightUnit } from "./postings";
import { type AskedTerm, hasLikeWord, hasWordsOf, isOfStopWords, termsOfQuestion } from "./question-terms";
import { Spelling, type SpellingArrays } from "./vocabulary";

export interface IndexContents {
  passages: PassageStore;
  postings: Postings;
  vocabulary: Spelling;
  /** Of each language that a passage has. */
  synonyms: ReadonlyMap<Language, Synonyms>;
  vectors?: PassageVectors | undefined;
  pageEvidence: Evidence;
}

/** An index without vectors as data, which another thread can hand over. */
export interface IndexData {
  passages: StoreArrays;
  postings: PostingArrays;
  vocabulary: SpellingArrays;
  bounds: number[];
  pageEvidence: Evidence;
}

export interface Hit {
  /** Its number in the index. */
  at: number;
  passage: Passage;
  /** From 0 to 1: how much of what was asked for is in the passage, and how much it is about that. */
  score: number;
  /** Whether that is enough for an answer. */
  isEnough: boolean;
  /** The words of the question that were found in it. */
  terms(): string[];
}

/** What an index takes beside its arrays. */
const ownBytes = 4_096;
const digits = 1e6;
/** How high a `faq` has to score for a question of stop words alone: its own question scores more, in any set of topics. */
const enoughForStopWords = 0.2;

/** Passages of a set of topics, found by questions. The same on every engine and node, to the last digit. */
export class PassageIndex {
  readonly #contents: IndexContents;
  /** Of each language. */
  readonly #bounds: number[];
  /** For each passage: whether its own question leads to it, or that this is not known yet. */
  readonly #foundByQuestion: Uint8Array;

  constructor(contents: IndexContents) {
    this.#contents = contents;
    this.#bounds = contents.passages.languages.map(() => 1);
    this.#foundByQuestion = new Uint8Array(contents.passages.length);
  }

  static from({ passages, postings, vocabulary, bounds, pageEvidence }: IndexData, synonyms: SynonymGroups): PassageIndex {
    const index = new PassageIndex({
      passages: new PassageStore(passages),
      postings: new Postings(postings),
      vocabulary: new Spelling(vocabulary),
      synonyms: new Map(passages.languages.map((language) => [language, new Synonyms(language, synonyms)])),
      pageEvidence,
    });
    for (const [number, language] of index.languages.entries()) index.setBound(language, bounds[number] as number);
    return index;
  }

  get data(): IndexData {
    const { passages, postings, vocabulary, pageEvidence } = this.#contents;
    const { arrays } = passages;
    return { passages: arrays, postings: postings.arrays, vocabulary: vocabulary.arrays, bounds: this.#bounds, pageEvidence };
  }

  /** How high a passage in this language has to score to be an answer. */
  setBound(language: Language, bound: number): void {
    this.#bounds[this.languages.indexOf(language)] = bound;
  }

  get languages(): readonly Language[] {
    return this.#contents.passages.languages;
  }

  get pageEvidence(): Evidence {
    return this.#contents.pageEvidence;
  }

  /** About how much memory it takes. */
  get bytes(): number {
    const { postings, vocabulary, passages, vectors } = this.#contents;
    return postings.bytes + vocabulary.bytes + passages.bytes + (vectors?.bytes ?? 0) + passages.length + ownBytes;
  }

  /** Undefined without vectors. */
  get vectors(): PassageVectors | undefined {
    return this.#contents.vectors;
  }

  /** Whether the question of a `faq` leads to its own passage. `asked` is the question with its tokens filled in. */
  isFoundByQuestion({ at, passage }: Pick<Hit, "at" | "passage">, asked: string): boolean {
    if (asked !== passage.heading) return this.#leadsTo(at, asked);
    if (this.#foundByQuestion[at] === unknown) this.#foundByQuestion[at] = this.#leadsTo(at, asked) ? leadsToIt : leadsElsewhere;
    return this.#foundByQuestion[at] === leadsToIt;
  }

  /** A question that is too long can't be asked. */
  #leadsTo(at: number, asked: string): boolean {
    const [best] = codePoints(asked) <= maxQuestionLength ? this.search(asked, 1) : [];
    return best?.at === at && best.isEnough;
  }

  /**
   * The best passages first, without those that share nothing with the question. The similarity of a passage to the question is
   * part of its score, where it is known.
   */
  search(question: string, limit: number, similarities?: Float32Array): Hit[] {
    const { postings, vocabulary, synonyms, passages } = this.#contents;
    const scores = scratch(passages.length);
    const askedIn = this.languages.map((language, number) => {
      const asked = termsOfQuestion(question, language, {
        postings,
        vocabulary,
        synonyms: synonyms.get(language) as Synonyms,
        passages: passages.length,
        languages: this.languages.length,
      });
      this.#addScores(scores, asked, number);
      return asked;
    });
    if (similarities) fuse(scores, similarities);
    // Found out once, and only for a language in which a passage scores enough.
    const ofStopWords: (boolean | undefined)[] = [];
    const isOfStopWordsIn = (language: number) =>
      (ofStopWords[language] ??= isOfStopWords(question, this.languages[language] as Language));
    return best(scores, passages.length, limit).map((at) => {
      const language = (passages.kinds[at] as number) >> 1;
      const score = Math.round((scores[at] as number) * digits) / digits;
      const similarity = similarities?.[at] ?? -1;
      const isFused = similarity >= 0;
      const byWords = isFused ? scoreOfWords(score, similarity) : score;
      const isHigh = score >= this.#boundOf(language, isFused);
      const asked = askedIn[language] as AskedTerm[];
      const isAbout = () =>
        isOfStopWordsIn(language) ? this.#isAsked(question, at, byWords) : isFused || this.#hasSubject(question, asked, at);
      const isEnough = isHigh && isAbout();
      const terms = () => this.#found(asked, at);
      return { at, passage: passages.get(at), score, isEnough, terms };
    });
  }

  /**
   * A question of stop words alone, such as "how are you", shares some of them with nearly every passage, and its vector resembles
   * that of any small talk. It is answered where a `faq` asks the same, by its words.
   */
  #isAsked(question: string, at: number, byWords: number): boolean {
    const { passages } = this.#contents;
    if (((passages.kinds[at] as number) & 1) === 0) return false;
    return byWords >= enoughForStopWords || hasWordsOf(question, passages.get(at).heading);
  }

  /** "Do you have a cinema?" shares all but what it is about with "Do you have a pool?" */
  #hasSubject(question: string, asked: readonly AskedTerm[], at: number): boolean {
    const { postings, passages } = this.#contents;
    if (asked.some(({ isSubject, list }) => isSubject && postings.has(list, at))) return true;
    const language = this.languages[(passages.kinds[at] as number) >> 1] as Language;
    return hasLikeWord(question, language, (fragment) => postings.has(postings.listOf(fragment), at));
  }

  #boundOf(language: number, isFused: boolean): number {
    const byWords = this.#bounds[language] as number;
    return isFused ? fused(byWords, this.#contents.vectors?.bound ?? 1) : byWords;
  }

  #addScores(scores: Float64Array, terms: readonly AskedTerm[], language: number): void {
    const { passages, weights } = this.#contents.postings;
    const { kinds } = this.#contents.passages;
    // The factor of other languages is 0, which saves a branch in the hottest loop.
    const factors = new Float64Array(this.languages.length * 2);
    for (const { list, weight, paragraphWeight } of terms) {
      factors[language * 2] = paragraphWeight / weightUnit;
      factors[language * 2 + 1] = weight / weightUnit;
      for (let at = list.start; at < list.end; at += 1) {
        const passage = passages[at] as number;
        scores[passage] = (scores[passage] as number) + (factors[kinds[passage] as number] as number) * (weights[at] as number);
      }
    }
  }

  #found(asked: readonly AskedTerm[], passage: number): string[] {
    const { postings } = this.#contents;
    const words = asked.filter(({ word, list }) => word !== undefined && postings.has(list, passage));
    return [...new Set(words.map(({ word }) => word as string))];
  }
}

const [unknown, leadsElsewhere, leadsToIt] = [0, 1, 2];

/** How much a similarity counts beside the words. */
const similarityShare = 0.4;

function fused(byWords: number, similarity: number): number {
  return byWords + similarityShare * (similarity - byWords);
}

/** The part of a score that the words have. */
function scoreOfWords(score: number, similarity: number): number {
  return (score - similarityShare * similarity) / (1 - similarityShare);
}

/** A passage without a vector keeps the score of its words, and their bound. */
function fuse(scores: Float64Array, similarities: Float32Array): void {
  for (let at = 0; at < similarities.length; at += 1) {
    const similarity = similarities[at] as number;
    if (similarity >= 0) scores[at] = fused(scores[at] as number, similarity);
  }
}

/** One array for all searches: a search is never interrupted. */
let shared = new Float64Array(0);

function scratch(length: number): Float64Array {
  if (shared.length < length) shared = new Float64Array(length);
  return shared.fill(0, 0, length);
}

/** Equal scores keep the order of the passages. */
function best(scores: Float64Array, length: number, limit: number): number[] {
  const chosen: number[] = [];
  let least = 0;
  for (let at = 0; at < length; at += 1) {
    const score = scores[at] as number;
    if (score <= least) continue;
    let to = chosen.length < limit ? chosen.length : limit - 1;
    for (; to > 0 && score > (scores[chosen[to - 1] as number] as number); to -= 1) chosen[to] = chosen[to - 1] as number;
    chosen[to] = at;
    if (chosen.length === limit) least = scores[chosen[limit - 1] as number] as number;
  }
  return chosen;
}
