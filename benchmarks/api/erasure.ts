import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { sql } from "../../server/storage/sql";
import { Api } from "../../tests/support/service/api";
import { createTenant } from "../../tests/support/service/tenants";
import type { Claim } from "../claim";
import type { Running } from "../processes";
import { percentile, spread } from "../turns";

const events = 1_000_000;
/** Of the person who is erased, among them. */
const ownEvents = 20_000;
const atMostMs = 20;
/** A stage of its own: no other claim is about such a database. */
const persons = 2_500;

/**
 * How long a step of erasing a person holds up others where the tenant has very many events: the event loop, and another tenant's
 * changes. The floor is the same changes before it. Their p99 has a checkpoint of SQLite in it, as beside any writes.
 */
export const erasure: Claim = {
  name: "erasure",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine, persons);
    const person_id = stage.personIds[0] as string;
    const db = openDatabase({ databaseUrl: stage.databaseUrl, dataFolder: stage.folder });
    await addEvents(db, person_id);
    await stage.settle();
    await using foyer = await stage.startFoyer();
    await stage.untilIdle();
    const other = (await createTenant({ db, origin: foyer.origin }, "beside an erasure")).api;
    const { topicId } = await other.call("createTopic", { body: { title: "Other" } });
    const change = async (round: number) => {
      const sentAt = performance.now();
      const { status } = await other.send("updateTopic", { params: { topic_id: topicId }, body: { title: `Other ${round}` } });
      return { ms: performance.now() - sentAt, failed: status !== 200 };
    };
    const quiet = await changesUntil(change, Bun.sleep(bench.seconds * 1_000));
    await longestStallMs(foyer);
    const erased = new Api(foyer.origin, foyer.apiKey as string).send("deletePerson", { params: { person_id } });
    const beside = await changesUntil(change, erased);
    const stallMs = await longestStallMs(foyer);
    const { status, body } = await erased;
    await db.close();
    const [before, during] = [quiet, beside].map((changes) => changes.map(({ ms }) => ms)) as [number[], number[]];
    const changeMs = spread(during).median;
    return {
      title: `a person of ${ownEvents.toLocaleString("en")} events among ${events.toLocaleString("en")} is erased, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostMs} ms`,
      measured: `event loop ${stallMs.toFixed(1)} ms of the processor, changes ${changeMs.toFixed(1)} ms`,
      reached: Math.max(stallMs, changeMs) <= atMostMs && status === 200,
      failed: beside.filter(({ failed }) => failed).length,
      floor: `changes p99 ${percentile(before, 0.99).toFixed(1)} ms`,
      ours: `changes p99 ${percentile(during, 0.99).toFixed(1)} ms`,
      details: { beside, body },
    };
  },
};

/** Many that are another's, and some of the person's; given positions, so that the feed has nothing to do. */
async function addEvents(db: Database, personId: string): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.run(sql`
        INSERT INTO events (tenant_id, event_id, type, subject_id, created_at, position, data)
        WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${events})
        SELECT tenant_id, 'event_' || (1000000000 + n), 'person.updated',
          CASE WHEN n % ${events / ownEvents} = 0 THEN ${personId} ELSE 'person_' || (n % 20000) END, ${Date.now()}, 1000000 + n,
          '{"personId":"somebody","text":"as long as a person usually is, with name, address, phone number and profile, and two times"}'
        FROM counted CROSS JOIN tenants WHERE true`);
      await tx.run(sql`UPDATE feed_positions SET position = ${3 * events}, delivered = ${3 * events}`);
    },
    { isLong: true },
  );
}

async function changesUntil<Change>(change: (round: number) => Promise<Change>, end: Promise<unknown>): Promise<Change[]> {
  const changes: Change[] = [];
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  while (!isOver) changes.push(await change(changes.length));
  return changes;
}

/** Of our own work, since the last look: other programs on the machine stop it, too. */
async function longestStallMs({ origin }: Running): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return 1_000 * Number(/^foyer_event_loop_stall_cpu_seconds (.*)$/m.exec(text)?.[1]);
}
