import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { atOnce } from "../../event-loop/steps";
import { type IndexedTopic, indexSteps } from "../retrieval/build-index";
import type { ThreadMessage } from "./index-thread";

// The thread itself: gathers the topics of an index, builds it, and hands over its arrays.
let topics: IndexedTopic[] = [];

// Requests come first. On Linux this is for the calling thread alone; elsewhere a process has only one priority.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on("message", (message: ThreadMessage) => {
  if ("synonyms" in message) {
    const { data } = atOnce(indexSteps({ topics, synonyms: message.synonyms }));
    topics = [];
    parentPort?.postMessage(data, buffersIn(data));
    Bun.gc(true);
    return;
  }
  const last = topics.at(-1);
  if (last?.topicId === message.topicId) last.entries.push(...message.entries);
  else topics.push(message);
});

function buffersIn(data: object): ArrayBuffer[] {
  return Object.values(data).flatMap((part) =>
    Object.values(part).flatMap((array) => (ArrayBuffer.isView(array) ? (array.buffer as ArrayBuffer) : [])),
  );
}
