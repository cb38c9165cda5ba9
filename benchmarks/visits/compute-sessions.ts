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

/** Longer than a visit goes on without a sign of life. */
const untilOverMs = 31 * 60_000;

/**
 * Sessions of five events each, from the raw events to the written session with its events and interactions; as many transactions
 * at a time as a process runs while visits keep coming. Each is computed as every visit is: while it goes on, and when it is over.
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
    const figures = { first: [] as number[], over: [] as number[], cpu: [] as number[] };
    for (let round = 0; round <= bench.rounds; round += 1) {
      await fill(round);
      const cpuBefore = process.cpuUsage();
      const first = await computeAll(Date.now);
      const over = await computeAll(() => Date.now() + untilOverMs);
      if (round === 0) continue;
      figures.first.push(first);
      figures.over.push(over);
      const { user, system } = process.cpuUsage(cpuBefore);
      figures.cpu.push((user + system) / visits / 2);
    }
    await db.close();
    const [first, over] = [spread(figures.first), spread(figures.over)];
    return {
      title: `sessions computed, of five events each, ${stage.databaseVersion}`,
      toReach: `≥ ${atLeast.toLocaleString("en")}/s`,
      measured: `${perSecond(first)} while they go on, ${perSecond(over)} when they are over`,
      reached: Math.min(first.median, over.median) >= atLeast,
      failed: 0,
      floor: "",
      ours: `${spread(figures.cpu).median.toFixed(0)} µs cpu`,
      details: figures,
    };

    /** Of all that are due; returns how many in a second. */
    async function computeAll(clock: () => number): Promise<number> {
      const startedAt = performance.now();
      const compute = () =>
        db.transaction((tx) => computeSomeVisits({ db: tx, dialect: db.dialect, tenantId, now: clock(), newId, site }));
      const computeOn = async () => {
        while ((await compute()) > 0);
      };
      await Promise.all(Array.from({ length: laneSlots.visits }, computeOn));
      return visits / ((performance.now() - startedAt) / 1_000);
    }

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

function perSecond({ median }: { median: number }): string {
  return `${Math.round(median).toLocaleString("en")}/s`;
}
