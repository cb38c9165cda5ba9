import { expect } from "bun:test";
import type { Writing } from "../../../server/context";
import { createIds } from "../../../server/records/ids";
import { addOwnRows } from "../../../server/search/add-own-rows";
import { addSome } from "../../../server/search/add-to-blocks";
import { indexRecords, removeRecords } from "../../../server/search/records";
import { searchedRows } from "../../../server/search/search";
import { queryWords, searchableText } from "../../../server/search/text";
import type { Database } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";
import type { Engine } from "../database/engines";
import { useService } from "../service/service";
import { testSite } from "../service/site";

/** What the job does, without waiting for as many records as it does. */
export async function addToSearchBlocks(db: Database, tenantId: string, kinds: readonly string[]): Promise<void> {
  const ctx = { dialect: db.dialect, tenantId, now: Date.now(), newId: createIds(Date.now), site: testSite };
  for (const kind of kinds) {
    while (await db.transaction((tx) => addSome({ ...ctx, db: tx }, kind, 1)));
    while (await addOwnRows({ db, tenantId, step: (work) => db.transaction((tx) => work({ ...ctx, db: tx })) }, kind));
  }
}

/** The search index of a service whose jobs do not run: texts are put into it, and into blocks, when a test says so. */
export function useSearch(engine: Engine) {
  const service = useService(engine, { runsJobs: false });
  const newId = createIds(Date.now);
  let tenants = 0;
  const freshTenant = () => `tenant_${(tenants += 1)}`;

  function change<Result>(tenantId: string, work: (ctx: Writing) => Promise<Result>): Promise<Result> {
    const { db } = service();
    return db.transaction((tx) => work({ db: tx, dialect: db.dialect, tenantId, now: Date.now(), newId, site: testSite }));
  }
  const put = (tenantId: string, texts: Record<string, string>, labels: string[] = []) =>
    change(tenantId, (ctx) =>
      indexRecords(
        ctx,
        "persons",
        Object.entries(texts).map(([key, text]) => ({ key, text: searchableText([text]), labels })),
      ),
    );
  const remove = (tenantId: string, keys: string[]) => change(tenantId, (ctx) => removeRecords(ctx, "persons", keys));
  const addToBlocks = async (tenantId: string) => {
    while (await change(tenantId, (ctx) => addSome(ctx, "persons", 1)));
  };
  /** The next records begin another block. */
  const fillBlocks = (tenantId: string) =>
    change(tenantId, ({ db }) => db.run(sql`UPDATE search_blocks SET size = 8192 WHERE tenant_id = ${tenantId}`));
  const search = async (tenantId: string, query: string, { limit = 100, labels = [] as string[] } = {}) => {
    const ctx = { db: service().db, tenantId, now: 0, site: testSite };
    const found = await searchedRows(ctx, { kind: "persons", words: queryWords(query), labels }, async (keys) => keys);
    const keys: string[] = [];
    for (let position: string[] | undefined; ; position = [keys.at(-1) as string]) {
      const page = await found.read(position, limit);
      keys.push(...page);
      if (page.length < limit) break;
    }
    expect(await found.count(Number.POSITIVE_INFINITY)).toBe(keys.length);
    return keys;
  };

  /** What the index still says of a tenant's records. */
  async function traces(tenantId: string): Promise<unknown[]> {
    const { db } = service();
    return [
      ...(await db.all(sql`SELECT record_key FROM search_pending WHERE tenant_id = ${tenantId}`)),
      ...(await db.all(sql`SELECT record_key FROM search_records WHERE tenant_id = ${tenantId}`)),
      ...(await db.all(sql`SELECT terms FROM search_terms WHERE tenant_id = ${tenantId}`)),
    ];
  }

  return { service, newId, freshTenant, change, put, remove, addToBlocks, fillBlocks, search, traces };
}
