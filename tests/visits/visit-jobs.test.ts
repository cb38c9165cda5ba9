import { describe, expect, test } from "bun:test";
import { computeSomeVisits } from "../../server/features/sessions";
import { enqueueJob } from "../../server/jobs/enqueue";
import { createIds } from "../../server/records/ids";
import { sql, sqlRows, statement } from "../../server/storage/sql";
import { Networks } from "../../server/visitors/visits/networks";
import { computeVisitsJob, EventRecorder } from "../../server/visits/record-events";
import { noteRules, removeOldVisits } from "../../server/visits/remove-old-visits";
import { visitColumns, visitOf } from "../../server/visits/visit-events";
import { onBothEngines, onTodaysEngine } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { computed, onlySession, TabByHand, visitedPage } from "../support/features/visits";
import { JobsByHand } from "../support/service/jobs-by-hand";
import { type TestService, useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createTenant } from "../support/service/tenants";
import { runJob } from "../support/service/work";

const newId = createIds(Date.now);
/** Longer than a transaction here takes that waits for nothing. */
const patienceMs = 500;

/** Records views of a page, as requests that began at these moments. */
async function recorderOf(service: TestService) {
  const { db, api, clock } = service;
  const { place } = await visitedPage(service);
  const tenantId = await tenantIdOf(db, api);
  const page = { tenantId, audienceId: place.audience_id, pageId: place.page_id, versionId: "version", person: "" };
  const recorder = new EventRecorder(db, clock);
  const record = (key: string, now: number) => {
    const visit = visitOf(page, key, false);
    const event = { visit_key: visit.visitKey, load_key: "view", seq: 0, type: "view" as const, at_ms: 0, sent_ms: 0 };
    const row = { ...event, received_at: now, data: "{}" };
    return recorder.record({ tenantId, now, newId, dialect: db.dialect }, [visit], [row]);
  };
  const due = () =>
    db.all(sql`SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND due_at <= ${clock()} AND due_at IS NOT NULL`);
  return { tenantId, record, due };
}

onTodaysEngine("a tenant with more visits than can be computed at once", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("lets the jobs of others run in between", async () => {
    const { db, clock } = service();
    const { tenantId, record } = await recorderOf(service());
    const now = clock();
    // Of ten transactions in a turn.
    const visits = Array.from({ length: 15 * db.dialect.visitsAtOnce }, (_, index) => `visit${index}`);
    await Promise.all(visits.map((visit) => record(visit, now)));
    await db.transaction((tx) =>
      enqueueJob({ db: tx, dialect: db.dialect, tenantId, now, newId, site: testSite }, computeVisitsJob, null),
    );
    const jobs = new JobsByHand(service());
    const sessions = async () =>
      Number((await db.first<{ count: number }>(sql`SELECT count(*) AS count FROM audience_sessions`))?.count);
    const runOne = async () => {
      for (let begun = await jobs.begin(); begun; begun = await jobs.begin()) {
        await begun.finish();
        if (begun.kind === computeVisitsJob.name) return;
      }
    };
    await runOne();
    const first = await sessions();
    expect(first).toBeGreaterThan(100);
    expect(first).toBeLessThan(visits.length);
    await runOne();
    expect(await sessions()).toBe(visits.length);
  });
});

onBothEngines("a visit that is written long after its request began", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("is computed, although the jobs of that time have run", async () => {
    const { clock } = service();
    const { record, due } = await recorderOf(service());
    const jobs = new JobsByHand(service());
    const began = clock();
    await record("first", began);
    service().advance(20_000);
    await jobs.finishAll();
    await record("late", began + 500);
    expect(await due()).toHaveLength(1);
    service().advance(3_000);
    await jobs.finishAll();
    expect(await due()).toEqual([]);
  });
});

describe("a visit that an event holds locked while all its jobs run [postgres]", () => {
  const service = useService("postgres", { runsJobs: false });

  test("is computed afterwards", async () => {
    const { db, clock } = service();
    const { tenantId, record, due } = await recorderOf(service());
    const jobs = new JobsByHand(service());
    await record("locked", clock());
    service().advance(20_000);
    await db.transaction(async (tx) => {
      await tx.all(sql`SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} FOR UPDATE`);
      await jobs.finishAll();
    });
    expect(await due()).toHaveLength(1);
    service().advance(3_000);
    await jobs.finishAll();
    expect(await due()).toEqual([]);
  });
});

onBothEngines("a visit whose job is lost", (engine) => {
  const service = useService(engine);

  test("fails the test that waits for it, and is not found by the recurring job as if nothing had happened", async () => {
    const { token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    await service().db.transaction((tx) => tx.run(sql`DELETE FROM jobs WHERE kind = ${computeVisitsJob.name}`));
    await expect(computed(service())).rejects.toThrow("Nothing is going to compute a visit");
  });
});

onBothEngines("a service that was down for longer than raw events are kept", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("removes no visit before it is a session", async () => {
    const { db, api, clock } = service();
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const tenantId = await tenantIdOf(db, api);
    const later = { tenantId, now: clock() + 100 * 86_400_000, newId, site: testSite, dialect: db.dialect };
    const removed = () => db.transaction((tx) => removeOldVisits({ ...later, db: tx }, 90));
    expect(await removed()).toBe(0);
    await db.transaction((tx) => computeSomeVisits({ ...later, db: tx }));
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "completed" });
    expect(await removed()).toBe(1);
  });

  test("removes no visit that a late event is just making due again", async () => {
    const { db, clock } = service();
    const { tenantId, record } = await recorderOf(service());
    const key = crypto.randomUUID().replaceAll("-", "");
    await record(key, clock());
    const ofVisit = sql`tenant_id = ${tenantId} AND visit_key LIKE ${`${key}%`}`;
    await db.transaction((tx) => tx.run(sql`UPDATE visits SET due_at = NULL WHERE ${ofVisit}`));
    const ctx = { dialect: db.dialect, tenantId, now: clock() + 91 * 86_400_000, newId, site: testSite };
    let removing: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.run(sql`UPDATE visits SET due_at = ${clock()} WHERE ${ofVisit}`);
      removing = db.transaction((other) => removeOldVisits({ ...ctx, db: other }, 90));
      await Promise.race([removing, Bun.sleep(patienceMs)]);
    });
    await removing;
    for (const table of ["visits", "visit_events"])
      expect(await db.all(sql`SELECT 1 AS found FROM ${statement(table)} WHERE ${ofVisit}`)).toHaveLength(1);
  });
});

onBothEngines("raw events of a tenant that keeps them for some days", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("are removed when they are older, and no sooner", async () => {
    const { db, api, clock } = service();
    await api.call("updateSettings", { body: { rawEventDays: 7 } });
    const tenantId = await tenantIdOf(db, api);
    const now = clock();
    const hourMs = 3_600_000;
    const hoursAgo = [5 * 24, 7 * 24 - 1, 7 * 24 + 1, 9 * 24];
    await db.transaction(async (tx) => {
      await noteRules({ tenantId, now, newId, site: testSite, dialect: db.dialect, db: tx });
      const rows = hoursAgo.map((hours) => {
        const at = now - hours * hourMs;
        return [tenantId, `of${hours}`, createIds(() => at)("visit"), `session_${hours}`, null, "page_1", null, at, null];
      });
      for (const some of sqlRows(rows))
        await tx.run(sql`INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES ${some}`);
    });
    await runJob(service(), "endVisits", "installation", null, now);
    const left = await db.all<{ visit_key: string }>(sql`SELECT visit_key FROM visits WHERE tenant_id = ${tenantId}`);
    expect(left.map(({ visit_key }) => visit_key).sort()).toEqual(["of120", "of167"]);
  });
});

onTodaysEngine("raw events that are old", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("are removed after everybody's visits that are over are computed, and not all of one tenant at once", async () => {
    const { db, api, clock } = service();
    const tenantId = await tenantIdOf(db, api);
    const { tenantId: otherId } = await createTenant(service(), "zebra");
    const now = clock();
    const longAgo = now - 91 * 86_400_000;
    const oldIds = createIds(() => longAgo);
    const visitOfTenant = (tenant: string, key: string, receivedAt: number, dueAt: number | null) => {
      const visitId = receivedAt === longAgo ? oldIds("visit") : newId("visit");
      const ids = [key, visitId, `session_${key}`, null, "page_1", null];
      return [tenant, ...ids, receivedAt, dueAt];
    };
    const old = Array.from({ length: 4_100 }, (_, index) => visitOfTenant(tenantId, `old${index}`, longAgo, null));
    await db.transaction(async (tx) => {
      await noteRules({ tenantId, now, newId, site: testSite, dialect: db.dialect, db: tx });
      for (const rows of sqlRows([...old, visitOfTenant(otherId, "over", now, now)])) {
        await tx.run(sql`INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES ${rows}`);
      }
    });
    const left = async () =>
      Number((await db.first<{ count: number }>(sql`SELECT count(*) AS count FROM visits WHERE tenant_id = ${tenantId}`))?.count);
    const leftWhenComputed: number[] = [];
    const { transaction } = db;
    const noting: typeof transaction = async (work) => {
      const result = await transaction(work);
      const waiting = await db.first(sql`SELECT 1 AS found FROM jobs WHERE tenant_id = ${otherId} AND kind = 'computeVisits'`);
      if (waiting && leftWhenComputed.length === 0) leftWhenComputed.push(await left());
      return result;
    };
    Object.assign(db, { transaction: noting });
    try {
      await runJob(service(), "endVisits", "installation", null, now);
    } finally {
      Object.assign(db, { transaction });
    }
    expect(leftWhenComputed).toEqual([4_100]);
    expect(await left()).toBe(100);
    await runJob(service(), "endVisits", "installation", null, now);
    expect(await left()).toBe(0);
  });

  test("are not computed again by a process whose rules are older than those that they were computed by", async () => {
    const { db, api, clock } = service();
    const { token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const tenantId = await tenantIdOf(db, api);
    const later = { tenantId, now: clock() + 31 * 60_000, newId, site: testSite, dialect: db.dialect };
    const newer = "1000";
    await db.transaction(async (tx) => {
      await computeSomeVisits({ ...later, db: tx });
      await noteRules({ ...later, db: tx });
      await tx.run(sql`UPDATE installation SET value = ${newer} WHERE name = 'visit rules'`);
    });
    await runJob(service(), "endVisits", "installation", null, clock());
    expect(await db.all(sql`SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND due_at IS NOT NULL`)).toEqual([]);
    expect(await db.first<{ value: string }>(sql`SELECT value FROM installation WHERE name = 'visit rules'`)).toEqual({
      value: newer,
    });
  });
});

onBothEngines("a visit that has ended", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("has ended for a node whose clock is behind, too, and goes on when something new is told", async () => {
    const { db, api, clock } = service();
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const tenantId = await tenantIdOf(db, api);
    const computedAt = async (now: number) => {
      await db.transaction(async (tx) => {
        await tx.run(sql`UPDATE visits SET due_at = ${1} WHERE tenant_id = ${tenantId}`);
        await computeSomeVisits({ tenantId, now, newId, site: testSite, dialect: db.dialect, db: tx });
      });
      return (await onlySession(service(), place.page_id)).computationStatus;
    };
    expect(await computedAt(clock())).toBe("pending");
    expect(await computedAt(clock() + 31 * 60_000)).toBe("completed");
    expect(await computedAt(clock())).toBe("completed");
    service().advance(60_000);
    await tab.send(60_000, [tab.event("t", 0, 9_000)]);
    expect(await computedAt(clock())).toBe("pending");
  });
});

test("networks that have been quiet for ten minutes are forgotten", () => {
  const networks = new Networks();
  const page = { tenantId: "tenant_1", audienceId: "audience_1", pageId: "page_1", versionId: "version_1", person: "ada" };
  const open = (index: number, now: number) =>
    networks.seen(`192.0.2.${index}`, visitOf(page, `visit${index}`, false), "ada", now, 0);
  for (let index = 0; index < 200; index += 1) open(index, 1_000_000_000);
  expect(networks.size).toBe(200);
  open(1, 1_000_000_000 + 300_000);
  open(2, 1_000_000_000 + 600_001);
  expect(networks.size).toBe(2);
});

test("what a network is known by lasts a day, whichever way the clock is set", () => {
  const networks = new Networks();
  const dayMs = 86_400_000;
  const now = 1_000 * dayMs;
  const hash = (at: number) => networks.hash("visits", "192.0.2.1", at);
  const first = hash(now);
  expect([hash(now + dayMs), networks.hash("views", "192.0.2.1", now) === first]).toEqual([first, false]);
  const second = hash(now + dayMs + 1);
  const third = hash(now - dayMs);
  expect(new Set([first, second, third, hash(now + 1)]).size).toBe(4);
});
