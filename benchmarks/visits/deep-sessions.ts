import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import type { Claim } from "../claim";
import { compareDeepPage } from "../compare-pages";

const sessions = 1_000_000;

export const deepSessions: Claim = {
  name: "deep-sessions",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await addSessions(stage.folder, stage.databaseUrl);
    return compareDeepPage(bench, stage, "/v0/audience_sessions", `${sessions.toLocaleString("en")} sessions`);
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
