import { expect, test } from "bun:test";
import { computeSomeVisits } from "../../server/features/sessions";
import { createIds } from "../../server/records/ids";
import { sql, sqlRows, statement } from "../../server/storage/sql";
import { noteRules, removeOldVisits } from "../../server/visits/remove-old-visits";
import { visitColumns, visitEventColumns } from "../../server/visits/visit-events";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { onlySession, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { runJob } from "../support/service/work";

const newId = createIds(Date.now);
const dayMs = 86_400_000;
const kept = 3_001;

onBothEngines("a visit with far more events than anybody causes", (engine) => {
  const service = useService(engine, { runsJobs: false });

  /** As if one network had sent rows within its limits for some minutes. */
  async function overfullVisit(rows: number) {
    const { db, api, clock } = service();
    const { place } = await visitedPage(service());
    const tenantId = await tenantIdOf(db, api);
    const visitKey = crypto.randomUUID();
    const now = clock();
    const row = visitColumns.list({
      visit_key: visitKey,
      analytics_session_id: newId("visit"),
      audience_session_id: newId("session"),
      audience_id: place.audience_id,
      page_id: place.page_id,
      version_id: null,
      first_received_at: now,
    });
    const event = { visit_key: visitKey, load_key: "load", type: "click" as const, at_ms: 0, sent_ms: 0, received_at: now };
    const data = JSON.stringify({ componentId: "book", label: "Book", context: "", actionId: null });
    const add = (from: number, to: number) =>
      db.transaction(async (tx) => {
        const events = Array.from({ length: to - from }, (_, index) => [
          tenantId,
          ...visitEventColumns.list({ ...event, seq: from + index, data }),
        ]);
        for (const some of sqlRows(events))
          await tx.run(sql`INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES ${some}`);
        await tx.run(sql`
          INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES ${sqlRows([[tenantId, ...row, now]])[0] ?? sql``}
          ON CONFLICT (tenant_id, visit_key) DO UPDATE SET due_at = excluded.due_at`);
      });
    await add(0, rows);
    const ofVisit = sql`tenant_id = ${tenantId} AND visit_key = ${visitKey}`;
    const left = async () =>
      Number((await db.first<{ count: number }>(sql`SELECT count(*) AS count FROM visit_events WHERE ${ofVisit}`))?.count);
    const at = (moment: number) => ({ tenantId, now: moment, newId, site: testSite, dialect: db.dialect });
    const compute = () => db.transaction((tx) => computeSomeVisits({ ...at(clock()), db: tx }));
    return { place, tenantId, ofVisit, add, left, at, compute };
  }

  test("is removed a thousand events at a time when it is old", async () => {
    const { ofVisit, left, at } = await overfullVisit(2_500);
    const { db, clock } = service();
    await db.transaction((tx) => tx.run(sql`UPDATE visits SET due_at = NULL WHERE ${ofVisit}`));
    const remove = () => db.transaction((tx) => removeOldVisits({ ...at(clock() + 91 * dayMs), db: tx }, 90));
    const before = await left();
    const steps: number[] = [];
    for (let step = 0; step < 3; step += 1) {
      await remove();
      steps.push(before - (await left()));
    }
    expect(steps).toEqual([1_000, 2_000, 2_500]);
    expect(await db.all(sql`SELECT 1 AS found FROM visits WHERE ${ofVisit}`)).toEqual([]);
  });

  test("keeps the first of them for a look; the others go, a thousand in a transaction", async () => {
    const { place, add, left, compute } = await overfullVisit(kept + 2_500);
    await compute();
    expect(await left()).toBe(kept + 1_500);
    while ((await compute()) > 0);
    expect(await left()).toBe(kept);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "failed", kind: "bot" });
    // One more event makes it due: nothing that came before is read again.
    await add(kept + 2_500, kept + 2_510);
    const reads: number[] = [];
    const { db } = service();
    const { transaction } = db;
    Object.assign(db, {
      transaction: (work: Parameters<typeof transaction>[0]) =>
        transaction((tx) => {
          const all: typeof tx.all = async (query) => {
            const rows = await tx.all(query);
            reads.push(rows.length);
            return rows as never;
          };
          return work({
            ...tx,
            all,
            first: tx.first.bind(tx),
            run: tx.run.bind(tx),
            write: tx.write.bind(tx),
            wake: tx.wake.bind(tx),
          });
        }),
    });
    await compute();
    Object.assign(db, { transaction });
    expect(Math.max(...reads)).toBeLessThan(100);
    expect(await left()).toBe(kept);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "failed" });
  });
});

onBothEngines("visits of a time when the clock was a year ahead", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("are removed when they are old, though their identifiers are not, and are over at once", async () => {
    const { db, api, clock } = service();
    const { place } = await visitedPage(service());
    const tenantId = await tenantIdOf(db, api);
    const now = clock();
    const ahead = now + 365 * dayMs;
    const aheadIds = createIds(() => ahead);
    const ofPage = { page_id: place.page_id, audience_id: place.audience_id, version_id: null };
    const visit = (visit_key: string, first_received_at: number, dueAt: number | null) => [
      tenantId,
      ...visitColumns.list({
        ...ofPage,
        ...{ visit_key, first_received_at, analytics_session_id: aheadIds("visit"), audience_session_id: aheadIds("session") },
      }),
      dueAt,
    ];
    const view = { visit_key: "ahead", load_key: "view", seq: 0, type: "view" as const, at_ms: 0, sent_ms: 0, data: "{}" };
    await db.transaction(async (tx) => {
      await noteRules({ tenantId, now, newId, site: testSite, dialect: db.dialect, db: tx });
      const rows = [visit("old", now - 100 * dayMs, null), visit("young", now - 80 * dayMs, null), visit("ahead", ahead, ahead)];
      for (const some of sqlRows(rows))
        await tx.run(sql`INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES ${some}`);
      const event = [tenantId, ...visitEventColumns.list({ ...view, received_at: ahead })];
      for (const some of sqlRows([event]))
        await tx.run(sql`INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES ${some}`);
    });
    await runJob(service(), "endVisits", "installation", null, now);
    await db.transaction((tx) => computeSomeVisits({ tenantId, now, newId, site: testSite, dialect: db.dialect, db: tx }));
    const keys = await db.all<{ visit_key: string }>(statement("SELECT visit_key FROM visits ORDER BY visit_key"));
    expect(keys.map(({ visit_key }) => visit_key)).toEqual(["ahead", "young"]);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "completed" });
  });
});
