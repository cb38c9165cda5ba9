import { expect, test } from "bun:test";
import { computeSomeVisits } from "../../server/features/sessions";
import { enqueueJob } from "../../server/jobs/enqueue";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { Networks } from "../../server/visitors/visits/networks";
import { computeVisitsJob, EventRecorder } from "../../server/visits/record-events";
import { removeOldVisits } from "../../server/visits/remove-old-visits";
import { visitOf } from "../../server/visits/visit-events";
import { onBothEngines, onTodaysEngine } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { onlySession, TabByHand, visitedPage } from "../support/features/visits";
import { JobsByHand } from "../support/service/jobs-by-hand";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";

const newId = createIds(Date.now);

onTodaysEngine("a tenant with more visits than can be computed at once", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("lets the jobs of others run in between", async () => {
    const { db, api, clock } = service();
    const { place } = await visitedPage(service());
    const tenantId = await tenantIdOf(db, api);
    const page = { tenantId, audienceId: place.audience_id, pageId: place.page_id, versionId: "version", person: "" };
    const recorder = new EventRecorder(db);
    const now = clock();
    const visits = Array.from({ length: 1_000 }, (_, index) => visitOf(page, `visit${index}`, false));
    for (const visit of visits) {
      const event = { visit_key: visit.visitKey, load_key: "view", seq: 0, type: "view" as const, at_ms: 0, sent_ms: 0 };
      const row = { ...event, received_at: now, data: "{}" };
      await recorder.record({ tenantId, now, newId, dialect: db.dialect }, [visit], [row]);
    }
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
