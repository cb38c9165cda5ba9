import type { Evidence } from "../../rendering/language/evidence";
import type { Language } from "../../rendering/language/phrases";
import type { Passage } from "../passages";
import type { Synonyms } from "../words/synonyms";
import type { Postings } from "./postings";
import { type AskedTerm, termsOfQuestion } from "./question-terms";
import type { Spelling } from "./vocabulary";

export interface IndexParts {
  passages: readonly Passage[];
  /** The language of each passage. */
  languages: readonly Language[];
  postings: Postings;
  vocabulary: Spelling;
  /** Of each language that a passage has. */
  synonyms: ReadonlyMap<Language, Synonyms>;
  pageEvidence: Evidence;
}

export interface Hit {
  passage: Passage;
  /** From 0 to 1: how much of what was asked for is in the passage, and how much it is about that. */
  score: number;
  /** The words of the question that were found in it. */
  terms: string[];
}

/** Passages of a set of topics, found by questions. The same on every engine and node, to the last digit. */
export class PassageIndex {
  readonly #parts: IndexParts;
  readonly #languageOf: Uint8Array;
  readonly #isFaq: Uint8Array;
  readonly #languages: readonly Language[];
  readonly #bounds = new Map<Language, number>();
  readonly #foundByQuestion = new Map<string, boolean>();

  constructor(parts: IndexParts) {
    this.#parts = parts;
    this.#languages = [...parts.synonyms.keys()];
    this.#languageOf = Uint8Array.from(parts.languages, (language) => this.#languages.indexOf(language));
    this.#isFaq = Uint8Array.from(parts.passages, ({ isFaq }) => (isFaq ? 1 : 0));
  }

  /** Of passages in this language. */
  setBound(language: Language, bound: number): void {
    this.#bounds.set(language, bound);
  }

  /** How high a passage has to score to be an answer. */
  boundOf(passage: Passage): number {
    const at = this.passages.indexOf(passage);
    return this.#bounds.get(this.#parts.languages[at] as Language) ?? 1;
  }

  get languages(): readonly Language[] {
    return this.#languages;
  }

  get passages(): readonly Passage[] {
    return this.#parts.passages;
  }

  get pageEvidence(): Evidence {
    return this.#parts.pageEvidence;
  }

  /** About how much memory it takes. */
  get bytes(): number {
    const texts = this.passages.reduce((sum, { heading, body, alternatives }) => {
      const questions = alternatives.reduce((length, text) => length + text.length, heading.length);
      return sum + questions + body.length + passageBytes;
    }, 0);
    return this.#parts.postings.bytes + this.#parts.vocabulary.bytes + texts;
  }

  /** Whether a question of the topics leads to its own passage. */
  isFoundBy(question: string, chunkId: string): boolean {
    let isFound = this.#foundByQuestion.get(chunkId);
    if (isFound === undefined) {
      const [best] = this.search(question, 1);
      isFound = best?.passage.chunkId === chunkId && best.score >= this.boundOf(best.passage);
      this.#foundByQuestion.set(chunkId, isFound);
    }
    return isFound;
  }

  /** The best passages first; those that have nothing of the question are left out. */
  search(question: string, limit: number): Hit[] {
    const scores = scratch(this.passages.length);
    const askedIn = this.#languages.map((language, at) => {
      const { postings, vocabulary, synonyms, passages } = this.#parts;
      const asked = termsOfQuestion(question, language, {
        postings,
        vocabulary,
        synonyms: synonyms.get(language) as Synonyms,
        passages: passages.length,
      });
      for (const term of asked) this.#addScores(scores, term, at);
      return asked;
    });
    return best(scores, this.passages.length, limit).map((at) => ({
      passage: this.passages[at] as Passage,
      score: rounded(scores[at] as number),
      terms: this.#found(askedIn[this.#languageOf[at] as number] as AskedTerm[], at),
    }));
  }

  #addScores(scores: Float64Array, { list, weight, paragraphWeight }: AskedTerm, language: number): void {
    const { passages, weights } = this.#parts.postings;
    for (let at = list.start; at < list.end; at += 1) {
      const passage = passages[at] as number;
      if (this.#languageOf[passage] !== language) continue;
      const factor = this.#isFaq[passage] === 1 ? weight : paragraphWeight;
      scores[passage] = (scores[passage] as number) + factor * (weights[at] as number);
    }
  }

  #found(asked: readonly AskedTerm[], passage: number): string[] {
    const { postings } = this.#parts;
    const words = asked.filter(({ word, list }) => word !== undefined && postings.has(list, passage));
    return [...new Set(words.map(({ word }) => word as string))];
  }
}

/** What a passage takes beside its texts. */
const passageBytes = 200;
const digits = 1e6;

function rounded(score: number): number {
  return Math.round(score * digits) / digits;
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
  for (let at = 0; at < length; at += 1) {
    const score = scores[at] as number;
    if (score <= 0) continue;
    if (chosen.length === limit && score <= (scores[chosen[limit - 1] as number] as number)) continue;
    let to = chosen.length;
    while (to > 0 && score > (scores[chosen[to - 1] as number] as number)) to -= 1;
    chosen.splice(to, 0, at);
    if (chosen.length > limit) chosen.pop();
  }
  return chosen;
}
