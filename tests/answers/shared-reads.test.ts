import { expect, test } from "bun:test";
import { SharedReads } from "../../server/caching/shared-reads";

test("nobody is given what was read before they asked, and those who wait share one read", async () => {
  const reads = new SharedReads<number>();
  const ends: (() => void)[] = [];
  let [value, begun] = [1, 0];
  const ask = () =>
    reads.share("page", async () => {
      begun += 1;
      const seen = value;
      await new Promise<void>((end) => ends.push(end));
      return seen;
    });
  const turn = () => new Promise((next) => setImmediate(next));
  const first = [ask(), ask()];
  await turn();
  await turn();
  expect(begun).toBe(1);
  value = 2;
  const second = [ask(), ask()];
  await turn();
  await turn();
  expect(begun).toBe(1);
  ends[0]?.();
  expect(await Promise.all(first)).toEqual([1, 1]);
  await turn();
  value = 3;
  ends[1]?.();
  expect(await Promise.all(second)).toEqual([2, 2]);
  expect(begun).toBe(2);
});

test("a failed read fails only for those who shared it", async () => {
  const reads = new SharedReads<string>();
  const failed = reads.share("page", async () => Promise.reject(new Error("gone")));
  await expect(failed).rejects.toThrow("gone");
  expect(await reads.share("page", async () => "there")).toBe("there");
});
