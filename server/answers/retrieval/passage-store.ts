import type { Language } from "../../rendering/language/phrases";
import { type CutPassage, chunkIdOf, type Passage } from "../passages";

type OfTopic = Pick<Passage, "topicId" | "topic">;

export interface StoreArrays {
  topics: readonly OfTopic[];
  /** For each entry: the number of its topic, and where its identifier ends in `entryIds`. */
  topicOf: Uint16Array;
  entryIds: Uint8Array;
  entryIdEnds: Uint32Array;
  languages: readonly Language[];
  /** For each passage: the number of its entry, how many equal passages of the entry precede it, and its kind. */
  entryOf: Uint16Array;
  occurrences: Uint16Array;
  kinds: Uint8Array;
  /** All texts in UTF-8, one after the other; and where the heading and the body of each passage end. */
  texts: Uint8Array;
  ends: Uint32Array;
}

/** UTF-8 bytes for each UTF-16 unit. */
const maxBytesPerCharacter = 3;
/** Memory of a topic beside its title. */
const topicBytes = 200;

/** All passages in typed arrays. The object of a passage is made when it is found. */
export class PassageStore {
  readonly arrays: StoreArrays;
  /** Twice the number of its language in `languages`, and one more for a `faq`. */
  readonly kinds: Uint8Array;
  readonly languages: readonly Language[];

  constructor(arrays: StoreArrays) {
    this.arrays = arrays;
    this.kinds = arrays.kinds;
    this.languages = arrays.languages;
  }

  get length(): number {
    return this.kinds.length;
  }

  get(at: number): Passage {
    return new StoredPassage(this.arrays, at);
  }

  get bytes(): number {
    const { topics, topicOf, entryIds, entryIdEnds, entryOf, occurrences, kinds, texts, ends } = this.arrays;
    const arrays = [topicOf, entryIds, entryIdEnds, entryOf, occurrences, kinds, texts, ends];
    const titles = topics.reduce((sum, { topic }) => sum + 2 * topic.length + topicBytes, 0);
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, titles);
  }
}

/** Its texts are read, and its identifier is made, when somebody asks for them: most passages that are found are not shown. */
class StoredPassage implements Passage {
  readonly #arrays: StoreArrays;
  readonly #at: number;
  #heading: string | undefined;
  #body: string | undefined;

  constructor(arrays: StoreArrays, at: number) {
    this.#arrays = arrays;
    this.#at = at;
  }

  get chunkId(): string {
    return chunkIdOf(this.topicEntryId, this, this.#arrays.occurrences[this.#at] as number);
  }

  get topicId(): string {
    return this.#topic.topicId;
  }

  get topic(): string {
    return this.#topic.topic;
  }

  get topicEntryId(): string {
    const { entryIds, entryIdEnds } = this.#arrays;
    const entry = this.#entry;
    return textIn(entryIds, entry === 0 ? 0 : entryIdEnds[entry - 1], entryIdEnds[entry]);
  }

  get heading(): string {
    const { texts, ends } = this.#arrays;
    return (this.#heading ??= textIn(texts, this.#at === 0 ? 0 : ends[this.#at * 2 - 1], ends[this.#at * 2]));
  }

  get body(): string {
    const { texts, ends } = this.#arrays;
    return (this.#body ??= textIn(texts, ends[this.#at * 2], ends[this.#at * 2 + 1]));
  }

  get isFaq(): boolean {
    return (this.#arrays.kinds[this.#at] as number) % 2 === 1;
  }

  get #entry(): number {
    return this.#arrays.entryOf[this.#at] as number;
  }

  get #topic(): OfTopic {
    const { topics, topicOf } = this.#arrays;
    return topics[topicOf[this.#entry] as number] as OfTopic;
  }
}

function textIn({ buffer, byteOffset }: Uint8Array, start = 0, end = 0): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString();
}

export class PassageStoreBuilder {
  readonly #topics: OfTopic[] = [];
  readonly #entries: { topic: number; id: string }[] = [];
  readonly #languages: Language[] = [];
  /** For each passage, what `StoreArrays` has for it. */
  readonly #entryOf: number[] = [];
  readonly #occurrences: number[] = [];
  readonly #kinds: number[] = [];
  #texts = Buffer.allocUnsafeSlow(65_536);
  readonly #ends: number[] = [];
  #bytes = 0;

  get length(): number {
    return this.#kinds.length;
  }

  add({ topicId, topic, topicEntryId, occurrence, isFaq, heading, body }: CutPassage, language: Language): void {
    if (this.#topics.at(-1)?.topicId !== topicId) this.#topics.push({ topicId, topic });
    if (this.#entries.at(-1)?.id !== topicEntryId) this.#entries.push({ topic: this.#topics.length - 1, id: topicEntryId });
    if (!this.#languages.includes(language)) this.#languages.push(language);
    this.#entryOf.push(this.#entries.length - 1);
    this.#occurrences.push(occurrence);
    this.#kinds.push(this.#languages.indexOf(language) * 2 + (isFaq ? 1 : 0));
    for (const text of [heading, body]) {
      const needed = this.#bytes + text.length * maxBytesPerCharacter;
      if (needed > this.#texts.length) this.#grow(needed);
      this.#bytes += this.#texts.write(text, this.#bytes);
      this.#ends.push(this.#bytes);
    }
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#texts.length * 2));
    grown.set(this.#texts.subarray(0, this.#bytes));
    this.#texts = grown;
  }

  *finish(): Generator<undefined, PassageStore, undefined> {
    const texts = new Uint8Array(this.#texts.subarray(0, this.#bytes));
    yield;
    const entryOf = new Uint16Array(this.#entryOf);
    const occurrences = new Uint16Array(this.#occurrences);
    const kinds = new Uint8Array(this.#kinds);
    const ends = new Uint32Array(this.#ends);
    yield;
    let idsEnd = 0;
    const topicOf = new Uint16Array(this.#entries.map(({ topic }) => topic));
    const entryIds = new Uint8Array(Buffer.from(this.#entries.map(({ id }) => id).join("")));
    const entryIdEnds = new Uint32Array(this.#entries.map(({ id }) => (idsEnd += Buffer.byteLength(id))));
    yield;
    return new PassageStore({
      topics: this.#topics,
      topicOf,
      entryIds,
      entryIdEnds,
      languages: this.#languages,
      entryOf,
      occurrences,
      kinds,
      texts,
      ends,
    });
  }
}
