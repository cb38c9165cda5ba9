import { LruCache } from "../../../caching/lru-cache";
import type { PageDocument } from "../../../rendering";
import type { Reader } from "../../../storage/port";
import { sql } from "../../../storage/sql";
import { type ServedAudience, servedAudiences } from "../../audiences";
import { readStored, type SharedPage } from "./stored-document";

/** In characters of their JSON. */
const maxSharedLength = 4 * 1_048_576;

/** The shared part of pages, by tenant and hash: parsing one takes longer than everything else that is read for a page. */
export function createSharedPages(): LruCache<SharedPage> {
  return new LruCache(maxSharedLength);
}

/** An audience that is served to visitors, and its published document, without its topics. */
export interface ServedDocument {
  audience: ServedAudience;
  document: PageDocument;
}

/** By audience. Those that are not served are left out. */
export async function servedDocuments(
  db: Reader,
  tenantId: string,
  audienceIds: readonly string[],
  sharedPages: LruCache<SharedPage>,
): Promise<Map<string, ServedDocument>> {
  const rows = await db.all<ServedAudience & { document: string; content_hash: string }>(sql`
    SELECT served.*, built.document, built.content_hash FROM (${servedAudiences(tenantId, audienceIds)}) AS served
    JOIN version_documents AS built ON built.tenant_id = ${tenantId} AND built.audience_id = served.audience_id
      AND built.version_id = served.published_version_id`);
  const served = new Map<string, ServedDocument>();
  for (const row of rows) {
    const built = await readStored(db, tenantId, row, { topics: false, sharedPages });
    if (built) served.set(row.audience_id, { audience: row, document: built.document });
  }
  return served;
}
