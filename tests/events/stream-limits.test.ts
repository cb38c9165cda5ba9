import { expect, test } from "bun:test";
import { maxStreamsPerTenant } from "../../contract";
import { StreamCounts } from "../../server/api/event-stream/stream-counts";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { follow } from "../support/features/event-stream";
import { hastenTimers } from "../support/network/hastened-timers";
import { until } from "../support/service/jobs";
import { startTestService, useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

onBothEngines("the number of streams", (engine) => {
  const service = useService(engine);
  const tenant = async (name: string) => createTenant(service(), name);

  test(`a tenant has at most ${maxStreamsPerTenant}, and sees nothing of others`, async () => {
    const [{ api }, { api: other }] = [await tenant("many"), await tenant("other")];
    const topics = { query: "?type=topic.created" };
    const streams = await Promise.all(
      Array.from({ length: maxStreamsPerTenant }, () => follow(service().origin, api.key, topics)),
    );
    expect((await follow(service().origin, api.key)).response.status).toBe(429);
    const stranger = await follow(service().origin, other.key, topics);
    await api.call("createTopic", { body: { title: "T" } });
    await Promise.all(streams.map((stream) => stream.has(1)));
    expect(stranger.messages).toEqual([]);
    for (const stream of [...streams, stranger]) stream.end();
    await until(async () => {
      const again = await follow(service().origin, api.key);
      again.end();
      return again.response.status === 200;
    });
  });

  test("the limit holds for all processes together; what has ended makes room within seconds, also when its process is gone", async () => {
    const one = await startTestService(engine);
    const { api, tenantId } = await createTenant(one, "two processes");
    const { db, storage } = one;
    const other = await startTestService(engine, { storage: { ...storage, remove: async () => {} } });
    const statusAt = async (origin: string) => {
      const stream = await follow(origin, api.key);
      stream.end();
      return stream.response.status;
    };
    const openAt = (origin: string, count: number) => Promise.all(Array.from({ length: count }, () => follow(origin, api.key)));
    const [here, there] = [await openAt(one.origin, 60), await openAt(other.origin, maxStreamsPerTenant - 60 + 5)];
    expect(there.filter(({ response }) => response.status === 429)).toHaveLength(5);
    expect([await statusAt(one.origin), await statusAt(other.origin)]).toEqual([429, 429]);
    here[0]?.end();
    await until(async () => (await statusAt(other.origin)) === 200);
    for (const stream of there) stream.end();
    await other.stop();
    await until(async () => (await statusAt(one.origin)) === 200);
    // A process that was killed.
    await db.transaction((tx) =>
      tx.run(sql`INSERT INTO event_streams (tenant_id, process_id, streams, seen_at) VALUES (${tenantId}, 'killed', 100, 0)`),
    );
    expect(await statusAt(one.origin)).toBe(200);
    const processes = async () => (await db.all(sql`SELECT process_id FROM event_streams WHERE tenant_id = ${tenantId}`)).length;
    await until(async () => (await processes()) === 1);
    for (const stream of here) stream.end();
    await until(async () => (await processes()) === 0);
    await one.stop();
  });

  test("the streams of many tenants are told to other processes in one transaction, never two at a time", async () => {
    const { db } = service();
    const tenants = Array.from({ length: 40 }, (_, index) => `counted ${index}`);
    const counted = { ...db };
    let [transactions, open, mostOpen] = [0, 0, 0];
    counted.transaction = async (work) => {
      transactions += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      // Longer than until the next time.
      await Bun.sleep(60);
      return db.transaction(work).finally(() => {
        open -= 1;
      });
    };
    const timers = hastenTimers(1_000, 20);
    const counts = new StreamCounts(counted);
    timers[Symbol.dispose]();
    const told = async () =>
      (await db.all<{ streams: number }>(sql`SELECT streams FROM event_streams WHERE tenant_id LIKE 'counted %'`)).map(
        ({ streams }) => streams,
      );
    expect(await Promise.all([...tenants, ...tenants].map((tenantId) => counts.add(tenantId)))).not.toContain(false);
    expect(await told()).toEqual(Array(40).fill(2));
    [transactions, mostOpen] = [0, open];
    for (const tenantId of tenants) counts.remove(tenantId);
    await until(async () => `${await told()}` === `${Array(40).fill(1)}`);
    for (const tenantId of tenants) counts.remove(tenantId);
    await until(async () => (await told()).length === 0);
    counts.close();
    expect([mostOpen, transactions < 20]).toEqual([1, true]);
  });
});
