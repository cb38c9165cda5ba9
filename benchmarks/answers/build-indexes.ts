import type { Topic } from "../../contract";
import { IndexCache } from "../../server/answers/building/index-cache";
import { createWriter } from "./passages";

const passages = 1_000;
const entriesPerTopic = 200;
const settleMs = 2_000;
const times = { createdAt: "+1763164800000", updatedAt: "+1763164800000" };

// The memory of the code and of a first build is there before measuring.
let cache = new IndexCache();
for (let number = -10; number < 0; number += 1) await build(number);
cache = new IndexCache();
const before = await residentMb();
for (let number = 0; number < 100; number += 1) await build(number);
const hundred = await grown();
for (let number = 100; number < 400; number += 1) await build(number);
console.log(JSON.stringify({ hundred, many: await grown() }));

function build(number: number): Promise<unknown> {
  const source = async () => ({ key: String(number), read: async () => ({ topics: topicsOf(number), synonyms: [] }) });
  return cache.get("tenant", String(number), source);
}

function topicsOf(number: number): Topic[] {
  const writer = createWriter(number + 7);
  return Array.from({ length: passages / entriesPerTopic }, (_, place) => {
    const topicId = `topic_${number}_${place}`.padEnd(32, "x");
    const entries = Array.from({ length: entriesPerTopic }, (_, sortOrder) => ({
      topicEntryId: `entry_${number}_${place}_${sortOrder}`.padEnd(32, "x"),
      topicId,
      sortOrder,
      content: { type: "faq", content: writer.faq() },
      ...times,
    }));
    return { topicId, title: writer.words(3), purpose: null, sortOrder: place, isDefault: false, ...times, entries };
  });
}

async function grown() {
  return { mb: (await residentMb()) - before, kept: cache.gauges().answer_indexes, bytes: cache.bytes };
}

/** What is in use, after everything that isn't is given back. */
async function residentMb(): Promise<number> {
  Bun.gc(true);
  await Bun.sleep(settleMs);
  Bun.gc(true);
  return process.memoryUsage.rss() / 1_048_576;
}
