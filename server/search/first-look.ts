import type { Reading } from "../context";
import { among, type Sql, sql } from "../storage/sql";
import type { QueryWord } from "./query-terms";
import type { SearchKind } from "./records";

/** Blocks that are read first. They are enough for one page of a common word, and for a count beyond the exact ones. */
export const blocksAtFirst = 4;
/** Pending records whose texts one statement searches. Usually fewer wait. */
const waitingAtOnce = 2_048;

/** Some terms of a block. */
export interface TermsRow {
  bucket: string;
  block: number;
  terms: string;
}

/** A record that is in no block yet, or has changed since it was put into one. */
interface WaitingRow {
  record_key: string;
  spot: string | null;
  matches: number;
}

interface FirstLook {
  /** The highest block number; null without blocks. */
  newest: number | null;
  /** Of the newest blocks. */
  terms: TermsRow[];
  waiting: WaitingRow[];
}

interface LookedAt {
  record_key: string | null;
  spot: string | null;
  matches: number;
  /** In a row of its own, with the highest key: how many records were looked at. */
  looked_at: number;
}

interface FoundRow extends LookedAt {
  bucket: string | null;
  block: number | null;
  terms: string | null;
}

/**
 * Reads the pending records and the newest blocks. One statement reads the last pending records together with the blocks: a record
 * that moves into a block meanwhile may be seen twice, but is never missed.
 */
export async function firstLook(ctx: Reading, kind: SearchKind, words: readonly QueryWord[], matching: Sql): Promise<FirstLook> {
  // All rows that may have a word: which of them the older blocks are asked for depends on these.
  const buckets = new Set(
    words.flatMap(({ terms, whole }) => [...terms.flatMap(({ own, shared }) => [own, shared]), ...(whole ? [whole.own] : [])]),
  );
  const kindFilter = sql`tenant_id = ${ctx.tenantId} AND kind = ${kind}`;
  const waiting: WaitingRow[] = [];
  let after = "";
  for (;;) {
    const found = await ctx.db.all<FoundRow>(sql`
      SELECT bucket, block, terms, NULL AS record_key, NULL AS spot, 0 AS matches, 0 AS looked_at FROM search_terms
      WHERE ${kindFilter} AND bucket ${among([...buckets])}
        AND block > (SELECT max(block) FROM search_blocks WHERE ${kindFilter}) - ${blocksAtFirst}
      UNION ALL SELECT NULL AS bucket, max(block) AS block, NULL AS terms, NULL AS record_key, NULL AS spot, 0 AS matches, 0 AS looked_at
      FROM search_blocks WHERE ${kindFilter}
      UNION ALL SELECT NULL AS bucket, NULL AS block, NULL AS terms, record_key, spot, matches, looked_at
      FROM (${waitingAfter(ctx, kind, matching, after)}) AS looked`);
    if (!keep(found)) {
      const terms = found.filter((row) => row.terms !== null) as TermsRow[];
      const newest = found.find((row) => row.terms === null && row.block !== null)?.block ?? null;
      return { newest, terms, waiting };
    }
    do {
      // Many records wait after an upgrade or an import: the event loop goes on between two reads.
      await new Promise((turn) => setImmediate(turn));
    } while (keep(await ctx.db.all<LookedAt>(waitingAfter(ctx, kind, matching, after))));
  }

  /** False when all that wait have been read. */
  function keep(rows: readonly LookedAt[]): boolean {
    let lookedAt = 0;
    for (const { record_key, spot, matches, looked_at } of rows) {
      if (record_key === null) continue;
      if (looked_at === 0) waiting.push({ record_key, spot, matches });
      else [after, lookedAt] = [record_key, looked_at];
    }
    return lookedAt === waitingAtOnce;
  }
}

/** Those that match, and those whose block is out of date. Records after the last of the newest block are in no block yet. */
function waitingAfter({ tenantId }: Reading, kind: SearchKind, matching: Sql, after: string): Sql {
  const kindFilter = sql`tenant_id = ${tenantId} AND kind = ${kind}`;
  return sql`
    WITH waiting AS MATERIALIZED (
      SELECT record_key,
        CASE WHEN record_key > coalesce((SELECT last_key FROM search_blocks WHERE ${kindFilter} ORDER BY block DESC LIMIT 1), '')
          THEN NULL
          ELSE (
            SELECT spot FROM search_records AS placed
            WHERE placed.tenant_id = ${tenantId} AND placed.kind = ${kind} AND placed.record_key = search_pending.record_key)
        END AS spot,
        CASE WHEN ${matching} THEN 1 ELSE 0 END AS matches
      FROM search_pending WHERE ${kindFilter} AND record_key > ${after}
      ORDER BY record_key LIMIT ${waitingAtOnce})
    SELECT record_key, spot, matches, 0 AS looked_at FROM waiting WHERE spot IS NOT NULL OR matches = 1
    UNION ALL SELECT max(record_key) AS record_key, NULL AS spot, 0 AS matches, CAST(count(*) AS INTEGER) AS looked_at FROM waiting`;
}
