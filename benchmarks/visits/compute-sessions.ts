import { computeSomeVisits } from "../../server/features/sessions";
import { defaultTenantName, findTenantByName } from "../../server/features/tenants";
import { laneSlots } from "../../server/jobs/lanes";
import { createIds } from "../../server/records/ids";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { EventRecorder } from "../../server/visits/record-events";
import { type VisitEventRow, visitOf } from "../../server/visits/visit-events";
import { addAudiences, addPageWithTopics, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { siteIn } from "../site";
import { spread } from "../turns";

const visits = 5_000;
const atLeast = 5_000;

/**
 * Sessions of five events each, from the raw events to the written session with its events and interactions; as many transactions
 * at a time as a process runs while visits keep coming.
 */
export const computeSessions: Claim = {
  name: "compute-sessions",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    const [pageId, audienceIds] = await audiencesOf();
    const db = openDatabase({ databaseUrl: stage.databaseUrl, dataFolder: stage.folder });
    const newId = createIds(Date.now);
    const tenant = await findTenantByName(db, defaultTenantName);
    if (!tenant) throw new Error("The database has no tenant");
    const { tenant_id: tenantId } = tenant;
    const site = siteIn(stage.folder);
    const perSecond: number[] = [];
    const cpuMicroseconds: number[] = [];
    for (let round = 0; round <= bench.rounds; round += 1) {
      await fill(round);
      const startedAt = performance.now();
      const cpuBefore = process.cpuUsage();
      const compute = () =>
        db.transaction((tx) => computeSomeVisits({ db: tx, dialect: db.dialect, tenantId, now: Date.now(), newId, site }));
      const computeAll = async () => {
        while ((await compute()) > 0);
      };
      await Promise.all(Array.from({ length: laneSlots.visits }, computeAll));
      if (round === 0) continue;
      perSecond.push(visits / ((performance.now() - startedAt) / 1_000));
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuMicroseconds.push((user + system) / visits);
    }
    await db.close();
    const rate = spread(perSecond);
    return {
      title: `sessions computed, of five events each, ${stage.databaseVersion}`,
      toReach: `≥ ${atLeast.toLocaleString("en")}/s`,
      measured: `${Math.round(rate.median).toLocaleString("en")}/s`,
      reached: rate.median >= atLeast,
      failed: 0,
      floor: "",
      ours: `${spread(cpuMicroseconds).median.toFixed(0)} µs cpu`,
      details: { perSecond, cpuMicroseconds },
    };

    async function audiencesOf(): Promise<[string, string[]]> {
      await using foyer = await stage.startFoyer();
      const client = clientOf(foyer);
      const page = await addPageWithTopics(client);
      return [page, await addAudiences(client, page, stage.personIds.slice(0, 500))];
    }

    async function fill(round: number): Promise<void> {
      const recorder = new EventRecorder(db, Date.now);
      const versionId = newId("version");
      for (let from = 0; from < visits; from += 100) {
        await Promise.all(
          Array.from({ length: 100 }, (_, index) => {
            const audienceId = audienceIds[(from + index) % audienceIds.length] as string;
            const visit = visitOf(
              { tenantId, audienceId, pageId, versionId, person: "" },
              `bench${round}x${from + index}`,
              false,
            );
            const now = Date.now();
            return recorder.record({ tenantId, now, newId, dialect: db.dialect }, [visit], eventsOf(visit.visitKey, now));
          }),
        );
      }
      // The service that is measured is this process alone.
      await db.transaction((tx) => tx.run(sql`DELETE FROM jobs WHERE tenant_id = ${tenantId} AND kind = 'computeVisits'`));
      await stage.settle();
    }
  },
};

function eventsOf(visitKey: string, now: number): VisitEventRow[] {
  const event = (seq: number, type: VisitEventRow["type"], at: number, data: object): VisitEventRow => ({
    ...{ visit_key: visitKey, load_key: "load", seq, type, at_ms: at, sent_ms: 15_000, received_at: now },
    data: JSON.stringify(data),
  });
  return [
    event(0, "start", 0, { utm: { source: "mail", campaign: "spring" }, isAutomated: false }),
    event(1, "time", 0, { to: 9_000 }),
    event(2, "depth", 9_000, { percentage: 60 }),
    event(3, "click", 5_000, { componentId: "book", label: "Book a demo", context: "What it costs", actionId: "book" }),
    event(4, "time", 9_500, { to: 14_000 }),
  ];
}
