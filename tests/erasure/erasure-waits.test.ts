import { expect, test } from "bun:test";
import { type Sql, sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { lockWaits } from "../support/database/lock-waits";
import { tenantIdOf } from "../support/database/rows";
import { stateOf } from "../support/database/state";
import { makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

const otherAudiences = 600;
const rounds = 4;

onBothEngines("what changes while a person is erased", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  test("an audience that is passed on keeps nothing of the person", async () => {
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
      // The change has the audience's row by then, and waits for the page's to take a number.
      const held = sql`SELECT 1 AS held FROM pages WHERE tenant_id = ${tenantId} AND page_id = ${pageId} FOR SHARE`;
      await together([passOn, erase], held);
      expect(await rowsWith(word)).toEqual([]);
    }
  });

  test("a stored answer that shows the person among others does not outlive them", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const domain = `crowd-${engine}.example`;
    const { accountId } = await api().call("createAccount", { body: { domain } });
    const word = "quentin";
    const { personId } = await api().call("createPerson", { body: { name: word, domain } });
    const headers = { "idempotency-key": "rename" };
    const rename = () => api().call("updateAccount", { params: { account_id: accountId }, body: { name: "Crowd" }, headers });
    const erase = () => api().call("deletePerson", { params: { person_id: personId } });
    // The change has read the persons by then, and waits to store its answer.
    const held = sql`
      INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
      VALUES (${tenantId}, 'updateAccount', 'rename', 'other', 200, 'none', '{}', 0)`;
    const [renamed] = await together([rename, erase], held);
    expect(JSON.stringify(renamed)).toContain(personId);
    expect(await rowsWith(word)).toEqual([]);
  });

  test("others are erased while one waits for a row that somebody else is changing", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const headers = { "idempotency-key": "waiting" };
    const { personId: waits } = await api().call("createPerson", { body: { name: "Waits" }, headers });
    const { personId: other } = await api().call("createPerson", { body: { name: "Other" } });
    const erase = (personId: string) => api().call("deletePerson", { params: { person_id: personId } });
    const held = sql`
      SELECT 1 AS held FROM idempotency
      WHERE tenant_id = ${tenantId} AND operation = 'createPerson' AND idempotency_key = 'waiting' FOR UPDATE`;
    if (engine === "sqlite") await Promise.all([erase(waits), erase(other)]);
    else {
      let erasing: Promise<unknown> | undefined;
      await db.transaction(async (tx) => {
        await tx.all(held);
        erasing = erase(waits);
        await until(async () => (await lockWaits(service().db)) === 1);
        await erase(other);
      });
      await erasing;
    }
    for (const personId of [waits, other]) {
      expect(await rowsWith(personId)).toEqual([expect.stringContaining("person.deleted")]);
    }
  });

  /** Starts one after the other; on PostgreSQL, each as soon as the one before waits for what another transaction holds. */
  async function together(changes: readonly (() => Promise<unknown>)[], held: Sql): Promise<unknown[]> {
    if (engine === "sqlite") return Promise.all(changes.map((change) => change()));
    const running: Promise<unknown>[] = [];
    await service().db.transaction(async (tx) => {
      await tx.all(held);
      for (const change of changes) {
        running.push(change());
        await until(async () => (await lockWaits(service().db)) === running.length);
      }
    });
    return Promise.all(running);
  }

  async function rowsWith(word: string): Promise<string[]> {
    const rows = Object.entries(await stateOf(service().db));
    return rows.flatMap(([table, lines]) => lines.map((line) => `${table}: ${line}`)).filter((row) => row.includes(word));
  }
});
