import { describe, expect, test } from "bun:test";
import { turns } from "../../server/event-loop/turns";
import { Gate } from "../../server/webhooks/sending/gate";

const maxOpen = 256;
const maxOpenOfOne = 204;

describe("the gate for requests to receivers", () => {
  test(`at most ${maxOpen} requests are open, and every tenant has a part of them`, async () => {
    const gate = new Gate(maxOpen);
    const ends: (() => void)[] = [];
    const openOf = new Map<string, number>();
    let most = 0;
    const through = (tenantId: string) =>
      gate.through(tenantId, `subscription of ${tenantId}`, 0, async () => {
        most = Math.max(most, gate.open);
        openOf.set(tenantId, (openOf.get(tenantId) ?? 0) + 1);
        await new Promise<void>((end) => ends.push(end));
      });
    const all = Array.from({ length: 50 * 60 }, (_, index) => through(`tenant ${index % 60}`));
    await Bun.sleep(0);
    expect([openOf.size, Math.max(...openOf.values())]).toEqual([60, 5]);
    void through("a new one");
    await Bun.sleep(0);
    expect(openOf.get("a new one")).toBe(1);
    for (let turn = 0; turn < 5_000 && gate.open > 0; turn += 1) {
      ends.shift()?.();
      await Promise.resolve();
    }
    await Promise.all(all);
    expect(most).toBeLessThanOrEqual(maxOpen);
  });

  test("of a tenant's subscriptions, the one with the fewest open requests is next: slow receivers delay no other", async () => {
    const gate = new Gate(maxOpen);
    const ends: (() => void)[] = [];
    const through = (subscriptionId: string, begin: () => void) =>
      gate.through("tenant", subscriptionId, 0, async () => {
        begin();
        await new Promise<void>((end) => ends.push(end));
      });
    const slow = Array.from({ length: 990 }, (_, index) => through(`slow ${index % 99}`, () => {}));
    await Bun.sleep(0);
    let isBegun = false;
    const live = through("live", () => (isBegun = true));
    await Bun.sleep(0);
    expect([isBegun, gate.open]).toEqual([false, maxOpenOfOne]);
    ends.shift()?.();
    await Bun.sleep(0);
    expect(isBegun).toBe(true);
    for (let turn = 0; turn < 5_000 && gate.open > 0; turn += 1) {
      ends.shift()?.();
      await Promise.resolve();
    }
    await Promise.all([...slow, live]);
  });

  test("no more than 32 MB of long bodies are open, shared between tenants; short ones don't wait for them", async () => {
    const gate = new Gate(maxOpen);
    const ends: (() => void)[] = [];
    const openOf = new Map<string, number>();
    const through = (tenantId: string, bytes: number) =>
      gate.through(tenantId, `subscription of ${tenantId}`, bytes, async () => {
        openOf.set(tenantId, (openOf.get(tenantId) ?? 0) + bytes);
        await new Promise<void>((end) => ends.push(end));
        openOf.set(tenantId, (openOf.get(tenantId) ?? 0) - bytes);
      });
    const openMb = () => [...openOf.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_048_576;
    const all = Array.from({ length: 60 }, () => through("large", 1_000_000));
    await Bun.sleep(0);
    expect(openMb()).toBeWithin(7, 11);
    for (let count = 0; count < 200; count += 1) all.push(through(`large ${count % 40}`, 1_000_000));
    await Bun.sleep(0);
    expect(openMb()).toBeLessThan(33);
    expect(openOf.size).toBeGreaterThan(20);
    all.push(through("large", 100), through("small", 100));
    await Bun.sleep(0);
    expect(openOf.get("small")).toBe(100);
    let most = 0;
    for (let turn = 0; turn < 5_000 && gate.open > 0; turn += 1) {
      ends.shift()?.();
      await Promise.resolve();
      most = Math.max(most, openMb());
    }
    await Promise.all([...all, through("huge", 100_000_000), ends.shift()?.()]);
    expect(most).toBeLessThan(33);
  });

  test("when a request ends, finding the next one costs the same with 10,000 that wait as with 600", async () => {
    const finished = 400;
    const costOfOneMs = async (waitingOfEach: number) => {
      const gate = new Gate(maxOpen);
      const ends: (() => void)[] = [];
      let hasEnded = false;
      const hold = () => (hasEnded ? Promise.resolve() : new Promise<void>((end) => ends.push(end)));
      const all = Array.from({ length: 200 * waitingOfEach + maxOpen }, (_, index) =>
        gate.through(`tenant ${index % 10}`, `subscription ${index % 200}`, 0, hold),
      );
      await Bun.sleep(0);
      const before = process.cpuUsage();
      for (let count = 0; count < finished; count += 1) {
        ends.shift()?.();
        await Promise.resolve();
      }
      const { user, system } = process.cpuUsage(before);
      hasEnded = true;
      for (const end of ends) end();
      await Promise.all(all);
      return (user + system) / 1_000 / finished;
    };
    const leastMs = async (waitingOfEach: number) => Math.min(await costOfOneMs(waitingOfEach), await costOfOneMs(waitingOfEach));
    await leastMs(3);
    const few = await leastMs(3);
    expect((await leastMs(50)) / few).toBeLessThan(5);
  });

  test("while many requests come in, few are sent; once these are answered, all", async () => {
    const gate = new Gate(maxOpen);
    const tenants = Array.from({ length: 100 }, (_, index) => `tenant ${index}`);
    let sent = 0;
    // What was sent before they came is not held against it.
    await Promise.all(Array.from({ length: 5_000 }, () => gate.through("tenant", "subscription", 0, async () => {})));
    for (const tenantId of tenants) turns.begin(tenantId);
    const started = performance.now();
    const sending = tenants.map((tenantId) =>
      gate.through(tenantId, `subscription of ${tenantId}`, 0, async () => void (sent += 1)),
    );
    // Two at once, and one in four milliseconds.
    expect(sent).toBeWithin(2, 5 + Math.ceil((performance.now() - started) / 4));
    for (const tenantId of tenants) turns.end(tenantId);
    await Promise.all(sending);
    expect(sent).toBe(tenants.length);
  });
});
