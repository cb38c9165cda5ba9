import { describe, expect, test } from "bun:test";
import { GroupCommit, type GroupLimits } from "../../server/storage/group-commit";
import { Unavailable } from "../../server/storage/port";

function recorded(limits: number | GroupLimits, write: (items: readonly string[]) => void = () => {}) {
  const groups: string[][] = [];
  const commits = new GroupCommit<string, string>(typeof limits === "number" ? { maxAtOnce: limits } : limits, async (items) => {
    groups.push([...items]);
    await Bun.sleep(1);
    write(items);
    return items.map((item) => item.toUpperCase());
  });
  return { groups, add: (item: string, tenantId = "north") => commits.add(tenantId, item) };
}

describe("a group commit", () => {
  test("writes what comes together in one transaction, and answers each with its own result", async () => {
    const { groups, add } = recorded(3);
    expect(await Promise.all(["a", "b", "c", "d"].map((item) => add(item)))).toEqual(["A", "B", "C", "D"]);
    expect(groups).toEqual([["a", "b", "c"], ["d"]]);
  });

  test("waits for more where nobody waits for the answer, but no longer than until there are enough", async () => {
    const { groups, add } = recorded({ maxAtOnce: 10, gather: { ms: 60_000, enough: 3 } });
    const first = add("a");
    await Bun.sleep(20);
    expect(groups).toEqual([]);
    expect(await Promise.all([first, add("b"), add("c")])).toEqual(["A", "B", "C"]);
    const patient = recorded({ maxAtOnce: 10, gather: { ms: 20, enough: 3 } });
    expect(await patient.add("a")).toBe("A");
    expect([...groups, ...patient.groups]).toEqual([["a", "b", "c"], ["a"]]);
  });

  test("writes some groups at the same time if it may, each with what came until it began, and nothing twice", async () => {
    const held = Promise.withResolvers<void>();
    const groups: string[][] = [];
    const limits = { maxAtOnce: 10, gather: { ms: 1, enough: 2 }, atOnce: 2 };
    const commits = new GroupCommit<string, string>(limits, async (items) => {
      groups.push([...items]);
      if (items.includes("a")) await held.promise;
      return items;
    });
    const add = (...items: string[]) => Promise.all(items.map((item) => commits.add("north", item)));
    const first = add("a", "b");
    await Bun.sleep(20);
    // Fewer than enough wait for the one that is being written.
    const third = add("c");
    await Bun.sleep(20);
    expect(groups).toEqual([["a", "b"]]);
    expect(await Promise.all([third, add("d")])).toEqual([["c"], ["d"]]);
    expect(groups).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    const many = Array.from({ length: 50 }, (_, index) => `e${index}`);
    expect(await add(...many)).toEqual(many);
    held.resolve();
    expect(await first).toEqual(["a", "b"]);
    expect(await add("z")).toEqual(["z"]);
    expect(groups.flat().toSorted()).toEqual(["a", "b", "c", "d", ...many, "z"].toSorted());
    expect(groups.every((group) => group.length > 0)).toBeTrue();
  });

  test("writes one group of each of many tenants at once, and a few more in all: there are not more connections than that", async () => {
    const held = Promise.withResolvers<void>();
    let writing = 0;
    const commits = new GroupCommit<number, number>({ maxAtOnce: 1, gather: { ms: 1, enough: 1 }, atOnce: 3 }, async (items) => {
      writing += 1;
      await held.promise;
      return items;
    });
    const tenants = Array.from({ length: 8 }, (_, index) => `tenant ${index}`);
    const all = tenants.flatMap((tenantId) => [1, 2, 3, 4].map((item) => commits.add(tenantId, item)));
    await Bun.sleep(20);
    expect(writing).toBe(tenants.length + 2);
    held.resolve();
    expect(await Promise.all(all)).toEqual(tenants.flatMap(() => [1, 2, 3, 4]));
  });

  test("lets one tenant wait for no other", async () => {
    const { groups, add } = recorded(10);
    await Promise.all([add("a"), add("b", "south"), add("c")]);
    expect(groups).toEqual([["a", "c"], ["b"]]);
  });

  test("writes each by itself when the group is refused, so that only the bad one fails", async () => {
    const { groups, add } = recorded(10, (items) => {
      if (items.includes("bad")) throw new Error("refused");
    });
    const settled = await Promise.allSettled(["a", "bad", "c"].map((item) => add(item)));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(groups).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
  });

  test("tries nothing twice without a database, and goes on when it is back", async () => {
    let isAway = true;
    const { groups, add } = recorded(10, () => {
      if (isAway) throw new Unavailable("gone");
    });
    const settled = await Promise.allSettled([add("a"), add("b")]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isAway = false;
    expect(await add("c")).toBe("C");
    expect(groups).toEqual([["a", "b"], ["c"]]);
  });
});
