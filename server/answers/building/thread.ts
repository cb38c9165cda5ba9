import { fullGC } from "bun:jsc";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { type IndexedTopic, indexSteps } from "../retrieval/build-index";
import type { PassageIndex } from "../retrieval/passage-index";
import type { ThreadMessage } from "./index-thread";

/** The thread collects its garbage this often while it builds: it holds up nobody, and the process stays small. */
const collectMs = 100;

// The thread itself: gathers the topics of an index, builds it, and hands over its arrays.
let topics: IndexedTopic[] = [];

// Requests come first. On Linux this is for the calling thread alone; elsewhere a process has only one priority.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on("message", (message: ThreadMessage) => {
  if ("synonyms" in message) {
    const { data } = built(indexSteps({ topics, synonyms: message.synonyms }));
    topics = [];
    parentPort?.postMessage(data, buffersIn(data));
    Bun.gc(true);
    return;
  }
  const last = topics.at(-1);
  if (last?.topicId === message.topicId) last.entries.push(...message.entries);
  else topics.push(message);
});

function built(steps: Generator<undefined, PassageIndex, undefined>): PassageIndex {
  let collectAt = performance.now() + collectMs;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < collectAt) continue;
    fullGC();
    collectAt = performance.now() + collectMs;
  }
}

function buffersIn(data: object): ArrayBuffer[] {
  return Object.values(data).flatMap((part) =>
    Object.values(part).flatMap((array) => (ArrayBuffer.isView(array) ? (array.buffer as ArrayBuffer) : [])),
  );
}
