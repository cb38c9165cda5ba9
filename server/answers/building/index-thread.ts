import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { turns } from "../../event-loop/turns";
import { Unavailable } from "../../storage/port";
import type { IndexContent, IndexedEntry, IndexedTopic } from "../retrieval/build-index";
import { type IndexData, PassageIndex } from "../retrieval/passage-index";
import type { SynonymGroups } from "../words/synonyms";

/** Topics one after the other, long ones in several messages; at last the synonyms, and it begins. */
export type ThreadMessage = IndexedTopic | { synonyms: SynonymGroups };

const file = fileURLToPath(new URL("thread.ts", import.meta.url));
/** An idle thread ends after this time, which frees its memory. */
const idleMs = 30_000;
/** Copying a message holds up the event loop. In characters. */
const messageLength = 32_768;
const entriesAtOnce = 100;

/** Builds one index at a time in a thread of its own, whose garbage is not collected while requests wait. */
export class IndexThread {
  #worker: Worker | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  async build(tenantId: string, { topics, synonyms }: Omit<IndexContent, "vectors">): Promise<PassageIndex> {
    clearTimeout(this.#idleTimer);
    const worker = (this.#worker ??= this.#started());
    worker.ref();
    const { promise: built, resolve, reject } = Promise.withResolvers<IndexData>();
    const onEnd = (cause: unknown) => reject(new Unavailable("the thread that builds indexes has ended", { cause }));
    worker.once("message", resolve).once("error", onEnd).once("exit", onEnd);
    try {
      // The thread may end while topics are still being sent.
      built.catch(() => {});
      for (const message of messagesOf(topics)) {
        const turn = turns.next(tenantId);
        if (turn) await turn;
        worker.postMessage(message);
        await new Promise((next) => setImmediate(next));
      }
      worker.postMessage({ synonyms });
      return PassageIndex.from(await built, synonyms);
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      worker.off("error", onEnd).off("exit", onEnd);
      worker.unref();
      this.#idleTimer = setTimeout(() => this.#end(), idleMs);
      this.#idleTimer.unref();
    }
  }

  #started(): Worker {
    const worker = new Worker(file);
    const onEnd = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker.on("error", onEnd).on("exit", onEnd);
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function* messagesOf(topics: readonly IndexedTopic[]): Generator<IndexedTopic> {
  for (const { topicId, title, entries } of topics) {
    let some: IndexedEntry[] = [];
    let length = 0;
    for (const { topicEntryId, content } of entries) {
      some.push({ topicEntryId, content });
      length += content.content.length;
      if (length < messageLength && some.length < entriesAtOnce) continue;
      yield { topicId, title, entries: some };
      [some, length] = [[], 0];
    }
    yield { topicId, title, entries: some };
  }
}
