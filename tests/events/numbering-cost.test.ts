import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { recordEvents } from "../../server/events/record";
import { createIds } from "../../server/records/ids";
import { queryText, sqliteDialect } from "../../server/storage/dialects";
import type { Database } from "../../server/storage/port";
import type { Sql } from "../../server/storage/sql";
import { numberEvents } from "../../server/webhooks/feed/number-events";
import { onBothEngines } from "../support/database/engines";
import { expectFewRows } from "../support/database/plans";
import { useService } from "../support/service/service";

/** Of one tenant. To find those of others, they must not be walked past. */
const waiting = 10_000;
/** What is numbered at once, and some more. */
const maxRows = 600;

onBothEngines("to find the next events that wait for a position", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("no more is read than is numbered, however many events of one tenant wait", async () => {
    const { db, storage } = service();
    const newId = createIds(Date.now);
    const record = (tenantId: string, count: number) =>
      db.transaction((tx) =>
        recordEvents(
          { db: tx, tenantId, now: Date.now(), newId },
          Array(count).fill({ type: "topic.deleted", subjectId: "topic_1", data: { topicId: "topic_1" } }),
        ),
      );
    await record("tenant_busy", waiting);
    await record("tenant_quiet", 1);
    const queries: Sql[] = [];
    const transaction: Database["transaction"] = (work) =>
      db.transaction((tx) => {
        const all = <Row>(query: Sql) => {
          if (query.pieces.join().includes("position IS NULL")) queries.push(query);
          return tx.all<Row>(query);
        };
        return work({ ...tx, all });
      });
    await numberEvents({ ...db, transaction });
    expect(queries.length).toBeWithin(2, 10);
    if (engine === "sqlite") {
      const connection = new Connection(join(storage.dataFolder, "foyer.db"), { readonly: true });
      const [few, ...others] = queries.map((query) => {
        const plan = connection.query(`EXPLAIN QUERY PLAN ${queryText(sqliteDialect, query)}`).all() as { detail: string }[];
        return plan.map(({ detail }) => detail).join("; ");
      });
      connection.close();
      // In order, so its limit ends it.
      expect(few).toMatch(/^SCAN events USING INDEX events_unnumbered$/);
      for (const plan of others) {
        expect(plan).toMatch(/events_unnumbered \(tenant_id[=>]\?\)/);
        expect(plan).not.toMatch(/SCAN (?!waiting|CONSTANT ROW)|TEMP B-TREE/);
      }
    } else {
      const connection = new SQL(storage.databaseUrl as string, { max: 1 });
      // As it was planned when nothing was known of the table, and as it is planned once it was counted.
      for (const isCounted of [false, true]) {
        if (isCounted) await connection`VACUUM ANALYZE events`;
        for (const mode of ["force_generic_plan", "force_custom_plan"]) {
          await connection.unsafe(`SET plan_cache_mode = ${mode}`);
          await connection.begin(async (tx) => {
            await tx.unsafe(queryText(db.dialect, db.dialect.followIndexes as Sql));
            for (const query of queries) await expectFewRows(tx, query, maxRows);
          });
        }
      }
      await connection.close();
    }
  });
});
