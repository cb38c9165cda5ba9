import { Database as Connection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Database } from "../../server/storage/port";
import { addPage, tenantIdOf } from "../support/rows";
import { useService } from "../support/service";
import { addSession } from "../support/sessions";

describe("the cost of a page of sessions", () => {
  const service = useService("sqlite");

  test("is the same for a late page as for the first: it is read along an index, and erasing scans no table", async () => {
    const { api, db, storage } = service();
    const tenantId = await tenantIdOf(db, api);
    const pageId = await addPage(db, tenantId);
    for (let index = 0; index < 3; index += 1)
      await addSession(db, tenantId, { pageId, audienceId: "audience_x", isBounce: true });
    const { personId } = await api.call("createPerson", {
      body: { name: "Plan", email: "plan@acme.example", phoneNumber: "+123456" },
    });
    const texts = await textsOf(db, async () => {
      for (const filter of [{}, { isBounce: true }, { from: "+10", to: "+9999999999999" }, { audienceId: "audience_x" }]) {
        const { nextCursor } = await api.call("listAudienceSessions", {
          params: { page_id: pageId },
          query: { limit: 1, ...filter },
        });
        const query = { limit: 1, ...filter, cursor: nextCursor as string };
        await api.call("listAudienceSessions", { params: { page_id: pageId }, query });
      }
      await api.call("deletePerson", { params: { person_id: personId } });
    });
    const lists = texts.filter((text) => /FROM audience_sessions.*ORDER BY.*LIMIT/s.test(text));
    const changes = texts.filter((text) => /UPDATE (audience_sessions|session_interactions)/.test(text));
    expect([lists.length, changes.length]).toEqual([8, 8]);
    const connection = new Connection(join(storage.dataFolder, "foyer.db"), { readonly: true });
    for (const text of [...lists, ...changes]) {
      const plan = connection.query(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
      const details = plan.map(({ detail }) => detail).join("; ");
      expect(`${text}\n${details}`).not.toMatch(/SCAN|TEMP B-TREE FOR ORDER/);
      if (text.includes("audience_id = ")) expect(details).toContain("audience_sessions_audience");
      for (const [search] of details.matchAll(/SEARCH [^;]*/g)) expect(search).toMatch(/\((tenant_id=\? AND|.* AND tenant_id)/);
    }
    connection.close();
  });
});

/** The texts of what the service asks its database meanwhile. */
async function textsOf(db: Database, work: () => Promise<void>): Promise<string[]> {
  const texts = new Set<string>();
  const { all, transaction } = db;
  db.all = (query) => {
    texts.add(query.pieces.join("?"));
    return all(query);
  };
  db.transaction = (change) =>
    transaction((tx) =>
      change({
        ...tx,
        run: (query) => {
          texts.add(query.pieces.join("?"));
          return tx.run(query);
        },
      }),
    );
  try {
    await work();
  } finally {
    Object.assign(db, { all, transaction });
  }
  return [...texts];
}
