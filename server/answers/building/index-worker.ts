import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { turns } from "../../event-loop/turns";
import { Unavailable } from "../../storage/port";
import type { IndexContent, IndexedEntry, IndexedTopic } from "../retrieval/build-index";
import { type IndexData, PassageIndex } from "../retrieval/passage-index";
import type { SynonymGroups } from "../words/synonyms";
import { IndexReader } from "./packed-index";

/** Topics one after the other, long ones in several messages; at last the synonyms, and it begins. */
export type WorkerMessage = IndexedTopic | { synonyms: SynonymGroups };

const file = fileURLToPath(new URL("worker.ts", import.meta.url));
/** An idle worker ends after this time, which frees its memory. */
const idleMs = 30_000;
/** Writing a message holds up the event loop. In characters. */
const messageLength = 32_768;
const entriesAtOnce = 100;

/**
 * Builds one index at a time in a process of its own. In a thread, the garbage of a build would be the service's memory, which then
 * collects its own garbage in vain.
 */
export class IndexWorker {
  #child: ChildProcess | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  async build(tenantId: string, { topics, synonyms }: Omit<IndexContent, "vectors">): Promise<PassageIndex> {
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#started());
    try {
      const received = receive(child);
      // The worker may end while topics are still being sent.
      received.catch(() => {});
      for (const message of messagesOf(topics)) {
        const turn = turns.next(tenantId);
        if (turn) await turn;
        send(child, message);
        await new Promise((next) => setImmediate(next));
      }
      send(child, { synonyms });
      return PassageIndex.from(await received, synonyms);
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#idleTimer = setTimeout(() => this.#end(), idleMs);
      this.#idleTimer.unref();
    }
  }

  #started(): ChildProcess {
    // No environment of ours, because that may hold secrets.
    const child = spawn(process.execPath, [file], { env: {}, stdio: ["pipe", "pipe", "ignore"] });
    const onEnd = () => {
      if (this.#child === child) this.#child = undefined;
    };
    // What can't be sent is answered by the end of the worker.
    child.stdin.on("error", () => {});
    child.unref();
    return child.on("error", onEnd).on("exit", onEnd);
  }

  #end(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}

function send({ stdin }: ChildProcess, message: WorkerMessage): void {
  stdin?.write(`${JSON.stringify(message)}\n`);
}

/** The next index that the worker writes. */
function receive(child: ChildProcess): Promise<IndexData> {
  const { promise, resolve, reject } = Promise.withResolvers<IndexData>();
  const reader = new IndexReader();
  const onData = (chunk: Buffer) => {
    const index = reader.take(chunk);
    if (index) resolve(index);
  };
  const onEnd = (cause: unknown) => reject(new Unavailable("the process that builds indexes has ended", { cause }));
  child.stdout?.on("data", onData);
  child.once("error", onEnd).once("exit", onEnd);
  return promise.finally(() => {
    child.stdout?.off("data", onData);
    child.off("error", onEnd).off("exit", onEnd);
  });
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
