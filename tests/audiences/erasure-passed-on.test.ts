import { expect, setDefaultTimeout, test } from "bun:test";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/engines";
import { until } from "../support/jobs";
import { tenantIdOf } from "../support/rows";
import { useService } from "../support/service";
import { makeAudience, makePage } from "../support/versions";
import { stateOf } from "../support/world";

setDefaultTimeout(120_000);

const otherAudiences = 600;
const rounds = 4;

onBothEngines("an audience that is passed on while its person is erased", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  test("keeps nothing of the person", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const pageId = await makePage(api());
    for (let made = 0; made < otherAudiences; made += 100) {
      const audiences = Array.from({ length: 100 }, () => ({}));
      await api().call("createAudienceBatch", { params: { page_id: pageId }, body: { audiences } });
    }
    for (let round = 0; round < rounds; round += 1) {
      // The plan depends on what the server knows of the table.
      await db.transaction((tx) => tx.run(statement("ANALYZE audiences")));
      const word = `zebedee${round}`;
      const { personId } = await api().call("createPerson", { body: { name: word } });
      for (const nth of [0, 1, 2]) await makeAudience(api(), { personId, externalId: `${round} ${nth}` }, pageId);
      const params = { page_id: pageId, external_id: `${round} ${round % 3}` };
      const passOn = () => api().call("upsertAudienceByExternalId", { params, body: { personId: null } });
      const erase = () => api().call("deletePerson", { params: { person_id: personId } });
      if (engine === "sqlite") await Promise.all([passOn(), erase()]);
      else {
        const running: Promise<unknown>[] = [];
        await db.transaction(async (tx) => {
          // The change has the audience's row by then, and waits for the page's to take a number.
          await tx.first(sql`SELECT 1 AS held FROM pages WHERE tenant_id = ${tenantId} AND page_id = ${pageId} FOR SHARE`);
          running.push(passOn());
          await until(async () => (await waiting()) === 1);
          running.push(erase());
          await until(async () => (await waiting()) === 2);
        });
        await Promise.all(running);
      }
      const rows = Object.entries(await stateOf(db)).flatMap(([table, lines]) => lines.map((line) => `${table}: ${line}`));
      expect(rows.filter((row) => row.includes(word))).toEqual([]);
    }
  });

  async function waiting(): Promise<number> {
    const row = await service().db.first<{ waiting: number }>(sql`
      SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return Number(row?.waiting);
  }
});
