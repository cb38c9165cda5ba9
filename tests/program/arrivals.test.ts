import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Arrivals } from "../../server/event-loop/arrivals";
import { spawnServer } from "../support/service/process";
import { workUnitMs } from "../support/service/processor-time";

/** Without turns it is sixty and more, as long as the visitors are faster than the service. */
const maxStallUnits = 35;

test("requests that arrive without end in one turn of the event loop wait for the next ones, in their order", async () => {
  const arrivals = new Arrivals();
  const begun: number[] = [];
  let atTimer = Number.POSITIVE_INFINITY;
  setTimeout(() => {
    atTimer = begun.length;
  }, 0);
  const answer = (number: number) => {
    begun.push(number);
    const until = performance.now() + 1;
    while (performance.now() < until);
  };
  const all = Array.from({ length: 120 }, (_, number) => {
    const turn = arrivals.next();
    return turn ? turn.then(() => answer(number)) : answer(number);
  });
  const inFirstTurn = begun.length;
  await Promise.all(all);
  expect(inFirstTurn).toBeWithin(1, 40);
  expect(atTimer).toBeLessThan(90);
  expect(begun).toEqual(Array.from({ length: 120 }, (_, number) => number));
});

test("visitors who connect anew for each request hold up nobody, however fast they are", async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-test-"));
  try {
    await using server = await spawnServer({ PORT: "0", PAGES_PORT: "0", FOYER_DATA: folder });
    const stall = async () => {
      const text = await (await fetch(`${server.origin}/metrics`)).text();
      return Number(/^foyer_event_loop_stall_cpu_seconds (\S+)$/m.exec(text)?.[1]) * 1_000;
    };
    const body = new URLSearchParams({ page: "forged", question: "Why?" });
    const connectAndAsk = () => fetch(`${server.pagesOrigin}/_foyer/ask`, { method: "POST", body, keepalive: false });
    await stall();
    let left = 8_000;
    const visitor = async () => {
      while (left-- > 0) await (await connectAndAsk()).arrayBuffer();
    };
    await Promise.all(Array.from({ length: 16 }, visitor));
    expect((await stall()) / workUnitMs()).toBeLessThan(maxStallUnits);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
