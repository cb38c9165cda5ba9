import type { Language } from "../../rendering/language/phrases";
import { chunkIdOf, type CutPassage, type Passage } from "../passages";

interface Entry {
  topicId: string;
  topic: string;
  topicEntryId: string;
}

interface StoreParts {
  entries: readonly Entry[];
  languages: readonly Language[];
  /** Of each passage: the number of its entry, which of equal ones in the entry it is, its language, and whether it is a `faq`. */
  entryOf: Uint16Array;
  occurrences: Uint16Array;
  languageOf: Uint8Array;
  isFaq: Uint8Array;
  /** All texts in UTF-8, one after the other; and where the heading and the body of each passage end. */
  texts: Uint8Array;
  ends: Uint32Array;
}

/** What an entry takes beside its texts. */
const entryBytes = 160;

/** Passages as they are quoted, without an object for each: those that are found are made when they are. */
export class PassageStore {
  readonly #parts: StoreParts;
  readonly isFaq: Uint8Array;
  /** Numbers in `languages`. */
  readonly languageOf: Uint8Array;
  readonly languages: readonly Language[];

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.isFaq = parts.isFaq;
    this.languageOf = parts.languageOf;
    this.languages = parts.languages;
  }

  get length(): number {
    return this.isFaq.length;
  }

  get(at: number): Passage {
    const { entries, entryOf, occurrences, ends } = this.#parts;
    const entry = entries[entryOf[at] as number] as Entry;
    const heading = this.#text(at === 0 ? 0 : (ends[at * 2 - 1] as number), ends[at * 2] as number);
    const body = this.#text(ends[at * 2] as number, ends[at * 2 + 1] as number);
    const chunkId = chunkIdOf(entry.topicEntryId, { heading, body }, occurrences[at] as number);
    return { chunkId, ...entry, heading, body, isFaq: this.isFaq[at] === 1 };
  }

  get bytes(): number {
    const { entries, entryOf, occurrences, languageOf, isFaq, texts, ends } = this.#parts;
    const arrays = [entryOf, occurrences, languageOf, isFaq, texts, ends];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, entries.length * entryBytes);
  }

  #text(start: number, end: number): string {
    const { buffer, byteOffset } = this.#parts.texts;
    return Buffer.from(buffer, byteOffset + start, end - start).toString();
  }
}

export class PassageStoreBuilder {
  readonly #entries: Entry[] = [];
  readonly #languages: Language[] = [];
  readonly #numbers: { entry: number; occurrence: number; language: number; isFaq: boolean }[] = [];
  readonly #texts: Buffer[] = [];
  readonly #ends: number[] = [];
  #bytes = 0;

  get length(): number {
    return this.#numbers.length;
  }

  add({ topicId, topic, topicEntryId, occurrence, isFaq, heading, body }: CutPassage, language: Language): void {
    if (this.#entries.at(-1)?.topicEntryId !== topicEntryId) this.#entries.push({ topicId, topic, topicEntryId });
    if (!this.#languages.includes(language)) this.#languages.push(language);
    this.#numbers.push({
      entry: this.#entries.length - 1,
      occurrence,
      language: this.#languages.indexOf(language),
      isFaq,
    });
    for (const text of [heading, body]) {
      const bytes = Buffer.from(text);
      this.#texts.push(bytes);
      this.#bytes += bytes.length;
      this.#ends.push(this.#bytes);
    }
  }

  finish(): PassageStore {
    const texts = new Uint8Array(this.#bytes);
    let to = 0;
    for (const text of this.#texts) {
      texts.set(text, to);
      to += text.length;
    }
    return new PassageStore({
      entries: this.#entries,
      languages: this.#languages,
      entryOf: Uint16Array.from(this.#numbers, ({ entry }) => entry),
      occurrences: Uint16Array.from(this.#numbers, ({ occurrence }) => occurrence),
      languageOf: Uint8Array.from(this.#numbers, ({ language }) => language),
      isFaq: Uint8Array.from(this.#numbers, ({ isFaq }) => (isFaq ? 1 : 0)),
      texts,
      ends: Uint32Array.from(this.#ends),
    });
  }
}
