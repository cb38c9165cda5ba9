import { describe, expect, test } from "bun:test";
import { IndexCache } from "../../server/answers/building/index-cache";
import { publish } from "../support/features/questions";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { workUnitMs } from "../support/service/processor-time";
import { useService } from "../support/service/service";
import { topicsOfSet } from "./question-set";

const visitors = 64;
const entryLength = 100_000;
/** Together nearly 4 MiB, which is as much as a page can have. */
const entryCount = 38;
/** Of the event loop, in units of work. Answering all of them at a stretch takes several times as long. */
const maxStallUnits = 30;

// The index is made in memory; SQLite is the engine whose reads could keep others waiting.
describe("a page with 4 MiB of topics", () => {
  const service = useService("sqlite");
  const figures = async () => {
    const text = await (await fetch(`${service().origin}/metrics`)).text();
    return (name: string) => Number(new RegExp(`^foyer_${name} (.*)$`, "m").exec(text)?.[1]);
  };

  test("answers 64 visitors who ask at once from one index, while pages and the API go on", async () => {
    const { path, pageId } = await publish(
      service(),
      Array.from({ length: entryCount }, (_, number) => largeEntry(number)),
    );
    const token = visitorTokenIn((await visit(service(), path)).html);
    const other = await publish(service(), [{ type: "faq", content: "Who?\nWe." }]);
    const buildsBefore = (await figures())("answer_index_builds_total");
    let left = visitors;
    const asked = Array.from({ length: visitors }, async (_, number) => {
      const question = `Where is word${number}x${number}?`;
      const { status } = await post(service(), "/_foyer/ask?language=en", { page: token, question });
      left -= 1;
      return status;
    });
    let [reads, readsMeanwhile] = [0, 0];
    while (left > 0) {
      expect((await visit(service(), other.path)).status).toBe(200);
      await service().api.call("getPage", { params: { page_id: other.pageId } });
      reads += 1;
      if (left === visitors) readsMeanwhile += 1;
    }
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    const now = await figures();
    expect(now("answer_index_builds_total") - buildsBefore).toBe(1);
    expect(now("event_loop_stall_cpu_seconds") * 1_000).toBeLessThan(maxStallUnits * workUnitMs());
    // The index takes a second or so: others are answered many times before the first visitor is.
    expect(readsMeanwhile).toBeGreaterThan(20);
    expect(reads).toBeGreaterThanOrEqual(readsMeanwhile);
    const { totalCount } = await service().api.call("listQuestions", { query: { pageId } });
    expect(totalCount).toBe(visitors);
  });
});

test("however often topics change, questions of a page share their builds, and each answer is as new as its question", async () => {
  const cache = new IndexCache();
  let [revision, builds, underWay, mostUnderWay] = [0, 0, 0, 0];
  const ask = async () => {
    const since = revision;
    let read = -1;
    await cache.get("tenant", "page", async () => {
      const state = revision;
      return {
        key: String(state),
        read: async () => {
          builds += 1;
          underWay += 1;
          mostUnderWay = Math.max(mostUnderWay, underWay);
          read = state;
          await Bun.sleep(5);
          underWay -= 1;
          return { topics: [], synonyms: [] };
        },
      };
    });
    if (read >= 0) expect(read).toBeGreaterThanOrEqual(since);
  };
  const asked: Promise<void>[] = [];
  for (let edit = 0; edit < 200; edit += 1) {
    revision += 1;
    asked.push(ask(), ask());
    if (edit % 20 === 0) await Bun.sleep(1);
  }
  await Promise.all(asked);
  expect(mostUnderWay).toBe(1);
  expect(builds).toBeLessThan(40);
});

test("a tenant with many builds delays another by one of them at the most", async () => {
  const cache = new IndexCache();
  const order: string[] = [];
  const build = (tenantId: string, page: number) =>
    cache
      .get(tenantId, String(page), async () => ({
        key: String(page),
        read: async () => {
          await Bun.sleep(1);
          return { topics: [], synonyms: [] };
        },
      }))
      .then(() => order.push(tenantId));
  const all = Array.from({ length: 30 }, (_, page) => build("busy", page));
  all.push(build("other", 0));
  await Promise.all(all);
  expect(order.indexOf("other")).toBeLessThan(4);
});

test("indexes that are used least make room for others, and answer the same when they are built again", async () => {
  const read = async () => ({ topics: topicsOfSet(), synonyms: [] });
  const get = (from: IndexCache, page: string) => from.get("tenant", page, async () => ({ key: page, read }));
  const { bytes } = await get(new IndexCache(), "alone");
  const cache = new IndexCache(2.5 * bytes);
  const answer = async (page: string) => (await get(cache, page)).search("Where is my parcel?", 3).map(({ score }) => score);
  const first = await answer("one");
  await answer("two");
  await answer("one");
  await answer("three");
  expect(cache.gauges()).toEqual({ answer_indexes: 2, answer_index_bytes: 2 * bytes, answer_index_builds_total: 3 });
  await answer("one");
  expect(cache.gauges().answer_index_builds_total).toBe(3);
  expect(await answer("two")).toEqual(first);
  expect(first).not.toEqual([]);
  expect(cache.gauges()).toEqual({ answer_indexes: 2, answer_index_bytes: 2 * bytes, answer_index_builds_total: 4 });
});

test("an index goes when the last page that it answered for has a newer one", async () => {
  const read = async () => ({ topics: topicsOfSet(), synonyms: [] });
  const cache = new IndexCache();
  const ask = (page: string, key: string) => cache.get("tenant", page, async () => ({ key, read }));
  await ask("one", "first");
  await ask("two", "first");
  await ask("one", "second");
  expect(cache.gauges()).toMatchObject({ answer_indexes: 2, answer_index_builds_total: 2 });
  const { bytes } = await ask("two", "second");
  expect(cache.gauges()).toEqual({ answer_indexes: 1, answer_index_bytes: bytes, answer_index_builds_total: 2 });
});

function largeEntry(number: number): { type: string; content: string } {
  const paragraphs: string[] = [];
  for (let length = 0, place = 0; length < entryLength - 600; place += 1) {
    const words = Array.from({ length: 45 }, (_, at) => `word${(number * 31 + place * 7 + at * at) % 4_000}x${number}`);
    paragraphs.push(`${words.join(" ")}.`);
    length += (paragraphs.at(-1) as string).length + 2;
  }
  return { type: "markdown", content: paragraphs.join("\n\n") };
}
