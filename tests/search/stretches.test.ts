import { expect, test } from "bun:test";
import { createRandom } from "../campaigns/random";
import { onBothEngines } from "../support/database/engines";
import { useSearch } from "../support/features/search";

/** Of the processor: what other programs take does not count. Without pauses it is several times as much. */
const maxStretchMs = 40;

async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [longest, since, isOver] = [0, spentMs(), false];
  const look = () => {
    const now = spentMs();
    longest = Math.max(longest, now - since);
    since = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  return longest;
}

onBothEngines("search", (engine) => {
  const { newId, freshTenant, put, addToBlocks, fillBlocks, search } = useSearch(engine);

  test("indexes in short stretches, between which others are answered", async () => {
    const tenantId = freshTenant();
    const random = createRandom(1);
    const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(random.between(0, 26)))).join("");
    const text = () => Array.from({ length: 18 }, word).join(" ");
    const records = () => Object.fromEntries(Array.from({ length: 1_024 }, () => [newId("person"), text()]));
    // The first time, code that is not compiled yet takes longer.
    for (const isMeasured of [false, false, true]) {
      await put(tenantId, records());
      const longestMs = await longestStretchMs(() => addToBlocks(tenantId));
      if (isMeasured) expect(longestMs).toBeLessThan(maxStretchMs);
    }
  });

  test("indexes and finds texts that repeat a term without end in short stretches, too", async () => {
    const tenantId = freshTenant();
    const records = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, () => [newId("person"), "a".repeat(250)]));
    for (const isMeasured of [false, false, true]) {
      await put(tenantId, records(700));
      const longestMs = await longestStretchMs(async () => {
        await addToBlocks(tenantId);
        await search(tenantId, "aaaaaaa", { limit: 1_000 });
      });
      // A term that fills a block is decoded in one go. Putting it in order again with each batch would take ten times as long.
      if (isMeasured) expect(longestMs).toBeLessThan(2 * maxStretchMs);
    }
    expect(await search(tenantId, "aaaaaaa", { limit: 1_000 })).toHaveLength(2_100);
  });

  test("searches records that were all changed to repeat a term without end in short stretches, too", async () => {
    const tenantId = freshTenant();
    const keys = Array.from({ length: 2_000 }, () => newId("person"));
    const all = (text: string) => Object.fromEntries(keys.map((key) => [key, text]));
    await put(tenantId, all("short"));
    await addToBlocks(tenantId);
    await put(tenantId, all(`${"a".repeat(1_000)}b`));
    await addToBlocks(tenantId);
    for (const isMeasured of [false, false, true]) {
      const longestMs = await longestStretchMs(() => search(tenantId, "aaaab", { limit: 1_000 }));
      if (isMeasured) expect(longestMs).toBeLessThan(maxStretchMs);
    }
    expect(await search(tenantId, "aaaab", { limit: 1_000 })).toHaveLength(2_000);
    expect(await search(tenantId, "aaaac", { limit: 1_000 })).toEqual([]);
    expect(await search(tenantId, `c${"a".repeat(30)}`, { limit: 1_000 })).toEqual([]);
  });

  test("finds for one tenant at a time what it asks for many times at once", async () => {
    const tenantId = freshTenant();
    for (let block = 0; block < 3; block += 1) {
      const words = "abca xbc ".repeat(8);
      await put(
        tenantId,
        Object.fromEntries(
          Array.from({ length: 1_000 }, (_, index) => [newId("person"), index === 500 ? `${words}abcabca` : words]),
        ),
      );
      await addToBlocks(tenantId);
      await fillBlocks(tenantId);
    }
    const all = () => Promise.all(Array.from({ length: 200 }, () => search(tenantId, "bcabca")));
    for (const isMeasured of [false, false, true]) {
      const longestMs = await longestStretchMs(all);
      if (isMeasured) expect(longestMs).toBeLessThan(2 * maxStretchMs);
    }
  });

  test("indexes a text whose letters fold into many in short stretches, too", async () => {
    const tenantId = freshTenant();
    // Each is a sentence of eighteen letters.
    for (const isMeasured of [false, false, true]) {
      await put(tenantId, { [newId("person")]: "\ufdfa".repeat(4_200) });
      const longestMs = await longestStretchMs(() => addToBlocks(tenantId));
      if (isMeasured) expect(longestMs).toBeLessThan(maxStretchMs);
    }
    expect(await search(tenantId, "\ufdfa")).toHaveLength(3);
  });

  test("looks in short stretches, too, for a long word in texts that have all but its last letter", async () => {
    const tenantId = freshTenant();
    // Each is four letters.
    const long = "\u2a0c".repeat(1_000);
    const texts = (text: string) => Object.fromEntries(Array.from({ length: 100 }, () => [newId("person"), text]));
    await put(tenantId, texts(long));
    await addToBlocks(tenantId);
    await put(tenantId, texts(long));
    for (const isMeasured of [false, false, true]) {
      const longestMs = await longestStretchMs(() => search(tenantId, `${"\u2a0c".repeat(199)}b`));
      if (isMeasured) expect(longestMs).toBeLessThan(2 * maxStretchMs);
    }
    expect(await search(tenantId, "\u2a0c".repeat(199))).toHaveLength(200);
  });
});
