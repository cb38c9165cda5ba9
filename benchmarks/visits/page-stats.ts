import { findTenantByName } from "../../server/features/tenants";
import { createIds } from "../../server/records/ids";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { keepRollups } from "../../server/visits/rollups/keep-rollups";
import { randomSession } from "../../tests/support/features/stats";
import { addPage, clientOf } from "../audiences";
import type { Claim } from "../claim";
import type { Running } from "../processes";
import { siteIn } from "../site";
import { spread } from "../turns";

const sessions = 1_000_000;
const audiences = 50_000;
const sessionsPerTransaction = 1_000;
const atMostMs = 20;
const callsPerRound = 40;
const days = 30;
const dayMs = 86_400_000;
const fewPersons = 100;

/** One request at a time, over HTTP. Only what the answer is made of is written: the sums that sessions leave. */
export const pageStats: Claim = {
  name: "page-stats",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine, fewPersons);
    await using foyer = await stage.startFoyer();
    const pageId = await addPage(clientOf(foyer));
    const db = openDatabase({ databaseUrl: undefined, dataFolder: stage.folder });
    await addSums(db, stage.folder, pageId);
    await db.close();
    const byDay: number[] = [];
    const health: number[] = [];
    let failed = 0;
    for (let round = 0; round < bench.rounds; round += 1) {
      for (let call = 0; call < callsPerRound; call += 1) {
        const { ms, visits } = await ask(foyer, `/v0/pages/${pageId}/stats?interval=day&timezone=Europe/Berlin`);
        byDay.push(ms);
        if (visits < sessions / 10) failed += 1;
        health.push((await ask(foyer, `/v0/pages/${pageId}`)).ms);
      }
    }
    const { median } = spread(byDay);
    return {
      title: `stats of a page with ${sessions.toLocaleString("en")} sessions, ${days} days by day, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostMs} ms`,
      measured: `median ${median.toFixed(1)} ms, slowest ${Math.max(...byDay).toFixed(1)} ms`,
      reached: median <= atMostMs,
      failed,
      floor: `the page alone ${spread(health).median.toFixed(1)} ms`,
      ours: `${median.toFixed(1)} ms`,
      details: { byDay: spread(byDay) },
    };
  },
};

async function addSums(db: Database, folder: string, pageId: string): Promise<void> {
  const tenant = await findTenantByName(db, "default");
  const newId = createIds(Date.now);
  const now = Date.now();
  const site = siteIn(folder);
  const places = Array.from({ length: audiences }, (_, number) => ({ page_id: pageId, audience_id: `audience_${number}` }));
  const startedAt = (number: number) => now - days * dayMs + (number / sessions) * days * dayMs;
  for (let from = 0; from < sessions; from += sessionsPerTransaction) {
    const changes = Array.from({ length: sessionsPerTransaction }, (_, index) => ({
      before: undefined,
      after: { ...randomSession(newId, places, now), kind: "person" as const, session_started_at: startedAt(from + index) },
    }));
    await db.transaction((tx) =>
      keepRollups({ db: tx, dialect: db.dialect, tenantId: tenant?.tenant_id as string, now, newId, site }, changes),
    );
  }
}

async function ask({ origin, apiKey }: Running, path: string): Promise<{ ms: number; visits: number }> {
  const started = performance.now();
  const response = await fetch(origin + path, { headers: { "x-api-key": apiKey ?? "" } });
  const body = (await response.json()) as { total?: { visits: number } };
  return { ms: performance.now() - started, visits: body.total?.visits ?? 0 };
}
