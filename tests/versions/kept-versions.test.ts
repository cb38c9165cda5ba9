import { expect, test } from "bun:test";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { createStorage, onBothEngines } from "../support/database/engines";
import { buildVersion, makeAudience, versionsOf } from "../support/features/versions";
import { spawnServer } from "../support/service/process";

onBothEngines("an operator who keeps two replaced versions (FOYER_KEPT_VERSIONS=2)", (engine) => {
  test("can go back to the last two; of the one before them the record stays, its document is gone and publishing it is refused", async () => {
    const storage = await createStorage(engine);
    const db = openDatabase(storage);
    try {
      await using server = await spawnServer({ ...storage.environment, FOYER_KEPT_VERSIONS: "2" });
      const { api } = server;
      const place = await makeAudience(api);
      for (let made = 0; made < 3; made += 1) await buildVersion(api, place);
      const [first, second, third, live] = (await versionsOf(api, place)).map(({ versionId }) => versionId) as string[];
      const at = (version_id = "") => ({ params: { ...place, version_id } });
      const documents = await db.all<{ version_id: string }>(sql`
        SELECT version_id FROM version_documents WHERE audience_id = ${place.audience_id} ORDER BY version_id`);
      expect(documents.map(({ version_id }) => version_id)).toEqual([second, third, live].sort() as string[]);
      expect(await api.call("getAudienceVersion", at(first))).toMatchObject({ status: "archived", versionNumber: 1 });
      expect(await api.refusal("publishAudienceVersion", { ...at(first), body: {} })).toMatchObject({
        status: 409,
        code: "version_not_publishable",
        detail: "The version was not built, or its document is no longer kept",
      });
      for (const kept of [second, third, live]) {
        expect((await api.call("publishAudienceVersion", { ...at(kept), body: {} })).status).toBe("published");
      }
      expect((await api.refusal("publishAudienceVersion", { ...at(first), body: {} })).code).toBe("version_not_publishable");
    } finally {
      await db.close();
      await storage.remove();
    }
  });
});
