import { Database as Connection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { queryText, sqliteDialect } from "../../../server/storage/dialects";
import { recordQueries } from "../../support/database/queries";
import { addPage, tenantIdOf } from "../../support/database/rows";
import { addSession } from "../../support/features/sessions";
import { useService } from "../../support/service/service";

describe("the cost of a page of sessions", () => {
  const service = useService("sqlite");

  test("is the same for a late page as for the first: it is read along an index", async () => {
    const { api, db, storage } = service();
    const tenantId = await tenantIdOf(db, api);
    const pageId = await addPage(db, tenantId);
    for (let index = 0; index < 3; index += 1)
      await addSession(db, tenantId, { pageId, audienceId: "audience_x", isBounce: true });
    const { texts } = await recordQueries(db, async () => {
      for (const filter of [{}, { isBounce: true }, { from: "+10", to: "+9999999999999" }, { audienceId: "audience_x" }]) {
        const { nextCursor } = await api.call("listAudienceSessions", {
          params: { page_id: pageId },
          query: { limit: 1, ...filter },
        });
        const query = { limit: 1, ...filter, cursor: nextCursor as string };
        await api.call("listAudienceSessions", { params: { page_id: pageId }, query });
      }
    });
    const written = [...texts].map((text) => queryText(sqliteDialect, { pieces: [text], values: [] }));
    const lists = written.filter((text) => /FROM audience_sessions.*ORDER BY.*LIMIT \?\)?\s*$/s.test(text));
    expect(lists).toHaveLength(8);
    const connection = new Connection(join(storage.dataFolder, "foyer.db"), { readonly: true });
    for (const text of lists) {
      const plan = connection.query(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
      const details = plan.map(({ detail }) => detail).join("; ");
      expect(`${text}\n${details}`).not.toMatch(/SCAN|TEMP B-TREE FOR ORDER/);
      if (text.includes("audience_id = ")) expect(details).toContain("audience_sessions_audience");
      for (const [search] of details.matchAll(/SEARCH [^;]*/g)) expect(search).toMatch(/\((tenant_id=\? AND|.* AND tenant_id)/);
    }
    connection.close();
  });
});
