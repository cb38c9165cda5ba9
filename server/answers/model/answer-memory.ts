import type { CheckedSentence } from "./checking/checked-sentences";

const maxBytes = 8 * 1_048_576;
const maxAgeMs = 86_400_000;
/** Of an entry, beside its texts. */
const overheadBytes = 300;

interface Remembered {
  sentences: readonly CheckedSentence[];
  bytes: number;
  at: number;
}

/** Answers by question and passages. Tokens in them are not filled in: they hold nothing of the person who asked. */
export class AnswerMemory {
  readonly #answers = new Map<string, Remembered>();
  #bytes = 0;

  constructor(readonly monotonic: () => number) {}

  find(key: string): readonly CheckedSentence[] | undefined {
    const found = this.#answers.get(key);
    if (!found) return undefined;
    this.#answers.delete(key);
    if (this.monotonic() - found.at > maxAgeMs) {
      this.#bytes -= found.bytes;
      return undefined;
    }
    this.#answers.set(key, found);
    return found.sentences;
  }

  keep(key: string, sentences: readonly CheckedSentence[]): void {
    const bytes = overheadBytes + sentences.reduce((sum, { text }) => sum + 2 * text.length, 0);
    this.#bytes += bytes - (this.#answers.get(key)?.bytes ?? 0);
    this.#answers.delete(key);
    this.#answers.set(key, { sentences, bytes, at: this.monotonic() });
    for (const [oldest, { bytes: freed }] of this.#answers) {
      if (this.#bytes <= maxBytes) return;
      this.#answers.delete(oldest);
      this.#bytes -= freed;
    }
  }
}
