import { describe, expect, test } from "bun:test";
import { maxListed, NumberSet } from "../../server/features/stats/number-set";
import { addCounts, decodeCounts, encodeCounts } from "../../server/visits/rollups/multiset";
import { medianOf, slotOf } from "../../server/visits/rollups/time-slots";

describe("sums", () => {
  test.each([300, 100_000, 2 ** 31])("count numbers up to %d and lose none", (highest) => {
    const counts = new Map(
      Array.from({ length: 500 }, () => [Math.floor(Math.random() * highest), 1 + Math.floor(Math.random() ** 9 * 200_000)]),
    );
    const read = new Map<number, number>();
    const add = (number: number, count: number) => read.set(number, (read.get(number) ?? 0) + count);
    decodeCounts(encodeCounts(counts), add);
    expect(read).toEqual(new Map([...counts].sort(([one], [other]) => one - other)));
    expect(addCounts(encodeCounts(counts), new Map([...counts].map(([number, count]) => [number, -count])))).toBe("");
    const set = new NumberSet();
    if (highest < 1_000_000) set.addCounted(encodeCounts(counts));
    expect(set.size).toBe(highest < 1_000_000 ? counts.size : 0);
  });

  test("count each number once, whether few or many, and few high numbers take little memory", () => {
    for (const count of [0, 1, 300, maxListed - 1, maxListed, maxListed + 1, 9_000]) {
      const numbers = Array.from({ length: count }, () => Math.floor(Math.random() * 1_000_000));
      const [added, counted, both] = [new NumberSet(), new NumberSet(), new NumberSet()];
      for (const number of [...numbers, ...numbers.slice(0, 9)]) added.add(number);
      for (let from = 0; from < count; from += 100) {
        counted.addCounted(encodeCounts(new Map(numbers.slice(from, from + 100).map((number) => [number, 1 + (number % 3)]))));
      }
      both.addAll(added);
      both.addAll(counted);
      const distinct = new Set(numbers).size;
      expect([added.size, counted.size, both.size]).toEqual([distinct, distinct, distinct]);
      if (count <= 300) expect(Math.max(added.bytes, counted.bytes, both.bytes)).toBeLessThan(8_192 + 1);
    }
  });

  test("that an older version of the service wrote are read and added to", () => {
    const old = Buffer.from([3, 1, 0x80 | 2, 2, 0x80 | 1, 1]).toString("base64"); // 3 once, 3 + 258 as often as 129
    const read: [number, number][] = [];
    decodeCounts(old, (number, count) => read.push([number, count]));
    expect(read).toEqual([
      [3, 1],
      [261, 129],
    ]);
    const set = new NumberSet();
    set.addCounted(old);
    expect(set.size).toBe(2);
    expect(addCounts(old, new Map([[3, 1]]))).toBe(
      encodeCounts(
        new Map([
          [3, 2],
          [261, 129],
        ]),
      ),
    );
  });

  test("tell the median within 2%", () => {
    for (const scale of [0.05, 1, 60, 3_600, 86_000]) {
      const times = Array.from({ length: 1_001 }, () => Math.round(Math.random() * scale * 1_000) / 1_000).sort(
        (one, other) => one - other,
      );
      const slots: number[] = Array(1_000).fill(0);
      for (const time of times) (slots[slotOf(time)] as number) += 1;
      const median = times[500] as number;
      expect(Math.abs((medianOf(slots) as number) - median)).toBeLessThanOrEqual(median * 0.02 + 0.001);
    }
  });
});
