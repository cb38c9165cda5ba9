import type { Writing } from "../../../server/context";
import { createIds } from "../../../server/records/ids";
import type { Database } from "../../../server/storage/port";
import { testSite } from "./site";

const newId = createIds(Date.now);

/** One transaction on behalf of a tenant, for what a feature offers to others and no operation shows. */
export function write<Result>(db: Database, tenantId: string, work: (ctx: Writing) => Promise<Result>): Promise<Result> {
  return db.transaction((tx) => work({ db: tx, tenantId, now: Date.now(), site: testSite, dialect: db.dialect, newId }));
}
