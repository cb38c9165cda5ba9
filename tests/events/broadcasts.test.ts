import { expect, test } from "bun:test";
import { Broadcasts } from "../../server/api/event-stream/broadcasts";
import { StreamReader } from "../../server/api/event-stream/stream-reader";

const readersPerTurn = 16;

function readers(count: number): StreamReader[] {
  return Array.from({ length: count }, () => new StreamReader("key", {}, 0, () => {}));
}

test("a thousand streams of one tenant are sent to in small groups, and the only stream of another tenant soon", async () => {
  const broadcasts = new Broadcasts();
  const sent: string[] = [];
  const groups: number[] = [];
  const large = broadcasts.to(readers(1_000), () => sent.push("large"));
  const small = broadcasts.to(readers(1), () => sent.push("small"));
  for (let before = 0; sent.length < 1_001; before = sent.length) {
    await new Promise((turn) => setImmediate(turn));
    groups.push(sent.length - before);
  }
  await Promise.all([large, small]);
  expect(Math.max(...groups)).toBeLessThanOrEqual(readersPerTurn);
  expect(sent.indexOf("small")).toBeLessThanOrEqual(readersPerTurn);
});

test("the streams of a thousand tenants share the turns", async () => {
  const broadcasts = new Broadcasts();
  let turns = 0;
  let sent = 0;
  const all = Promise.all(Array.from({ length: 1_000 }, () => broadcasts.to(readers(1), () => (sent += 1))));
  for (; sent < 1_000; turns += 1) await new Promise((turn) => setImmediate(turn));
  await all;
  expect(turns).toBeLessThan(100);
});

test("a stream that can't be sent to is ended, and the others are sent to", async () => {
  const broadcasts = new Broadcasts();
  const [bad, ...good] = readers(40) as [StreamReader, ...StreamReader[]];
  const sent = new Set<StreamReader>();
  await broadcasts.to([...good, bad], (reader) => {
    if (reader === bad) throw new Error("It was closed meanwhile");
    sent.add(reader);
  });
  expect([sent.size, bad.isOpen]).toEqual([39, false]);
});
