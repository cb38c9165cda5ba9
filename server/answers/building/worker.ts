import { fullGC } from "bun:jsc";
import { yieldToPages } from "../../event-loop/low-priority";
import { type IndexedTopic, indexSteps } from "../retrieval/build-index";
import type { PassageIndex } from "../retrieval/passage-index";
import type { WorkerMessage } from "./index-worker";
import { packed } from "./packed-index";

// Runs as a process of its own: gathers the topics of an index, builds it, and writes it out. It ends when its input does.

/** Garbage is collected this often, so that the process stays small. */
const collectMs = 200;

yieldToPages();
let topics: IndexedTopic[] = [];
let begun = "";
const decoder = new TextDecoder();
const output = Bun.stdout.writer();
for await (const chunk of Bun.stdin.stream()) {
  const lines = (begun + decoder.decode(chunk, { stream: true })).split("\n");
  begun = lines.pop() as string;
  for (const line of lines) await take(JSON.parse(line) as WorkerMessage);
}

async function take(message: WorkerMessage): Promise<void> {
  if ("synonyms" in message) {
    const { header, arrays } = packed(built(indexSteps({ topics, synonyms: message.synonyms })).data);
    topics = [];
    output.write(`${header}\n`);
    for (const array of arrays) output.write(array);
    await output.flush();
    Bun.gc(true);
    return;
  }
  const last = topics.at(-1);
  if (last?.topicId === message.topicId) last.entries.push(...message.entries);
  else topics.push(message);
}

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
