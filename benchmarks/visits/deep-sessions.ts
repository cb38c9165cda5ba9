import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import type { Claim } from "../claim";
import { writeRequests } from "../load/generate";
import type { Running } from "../processes";
import { describeSpread, describeTurns, failedRequests, spread, takeTurns } from "../turns";

const sessions = 1_000_000;
const pageNumber = 10_000;
const atMostTimes = 1.3;

/** The floor of a deep page is the first one, of the same server. */
export const deepSessions: Claim = {
  name: "deep-sessions",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await addSessions(stage.folder, stage.databaseUrl);
    await using foyer = await stage.startFoyer();
    const cursor = await cursorOf(foyer, pageNumber);
    const first = writeRequests(stage.folder, "first-sessions", ["GET /v0/audience_sessions"]);
    const deep = writeRequests(stage.folder, "deep-sessions", [`GET /v0/audience_sessions?cursor=${cursor}`]);
    const rounds = await takeTurns(bench, { server: foyer, requests: first }, { server: foyer, requests: deep });
    const times = spread(rounds.map((round) => round.first.perSecond / round.second.perSecond));
    return {
      title: `page ${pageNumber.toLocaleString("en")} of ${sessions.toLocaleString("en")} sessions, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostTimes} times page 1`,
      measured: describeSpread(times),
      reached: times.median <= atMostTimes,
      failed: failedRequests(rounds),
      floor: `page 1: ${describeTurns(rounds.map((round) => round.first))}`,
      ours: describeTurns(rounds.map((round) => round.second)),
      details: { times, rounds: rounds.map((round) => ({ firstPage: round.first, deepPage: round.second })) },
    };
  },
};

/** One for each millisecond. */
async function addSessions(dataFolder: string, databaseUrl: string | undefined): Promise<void> {
  const db = openDatabase({ dataFolder, databaseUrl });
  await db.transaction(
    (tx) =>
      tx.run(sql`
        INSERT INTO audience_sessions (tenant_id, analytics_session_id, audience_session_id, page_id, computation_status,
          has_conversion, has_form_submit, is_bounce, questions_asked_count, total_clicks_count, session_started_at)
        WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${sessions})
        SELECT tenants.tenant_id, 'visit_' || (1000000000 + n), 'session_' || (1000000000 + n), 'page', 'completed',
          0, 0, 0, 0, 0, 1700000000000 + n
        FROM counted CROSS JOIN tenants WHERE true
        ON CONFLICT (tenant_id, analytics_session_id) DO NOTHING`),
    { isLong: true },
  );
  await db.close();
}

/** There is no way to a page but through those before it. */
async function cursorOf({ origin, apiKey }: Running, page: number): Promise<string> {
  let cursor = "";
  for (let number = 1; number < page; number += 1) {
    const url = `${origin}/v0/audience_sessions${cursor && `?cursor=${cursor}`}`;
    const response = await fetch(url, { headers: { "x-api-key": apiKey ?? "" } });
    const { nextCursor } = (await response.json()) as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`The list ended at page ${number}`);
    cursor = nextCursor;
  }
  return cursor;
}
