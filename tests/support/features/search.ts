import { createIds } from "../../../server/records/ids";
import { addSome } from "../../../server/search/add-to-blocks";
import type { Database } from "../../../server/storage/port";
import { testSite } from "../service/site";

/** What the job does, without waiting for as many records as it does. */
export async function addToSearchBlocks(db: Database, tenantId: string, kinds: readonly string[]): Promise<void> {
  const ctx = { dialect: db.dialect, tenantId, now: Date.now(), newId: createIds(Date.now), site: testSite };
  for (const kind of kinds) while (await db.transaction((tx) => addSome({ ...ctx, db: tx }, kind, 1)));
}
