import type { Reading } from "../context";
import { among, type Sql, sql } from "../storage/sql";
import { bucketsOf, type QueryTerm } from "./query-terms";
import type { SearchKind } from "./records";

/** Blocks that are read first. They are enough for one page of a common word, and for a count beyond the exact ones. */
export const blocksAtFirst = 8;
/** Pending records whose texts one statement searches. Usually fewer wait. */
const waitingAtOnce = 2_048;

/** Some terms of a block. */
export interface TermsRow {
  bucket: string;
  block: number;
  terms: string;
}

/** A record that is in no block yet, or has changed since it was put into one. */
export interface WaitingRow {
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

type FoundRow = { bucket: string | null; block: number | null; terms: string | null } & (
  | WaitingRow
  | { record_key: null; spot: null; matches: 0 }
);

/**
 * Reads the pending records and the newest blocks. One statement reads the last pending records together with the blocks: a record
 * that moves into a block meanwhile may be seen twice, but is never missed.
 */
export async function firstLook(ctx: Reading, kind: SearchKind, asked: readonly QueryTerm[], matching: Sql): Promise<FirstLook> {
  const kindFilter = sql`tenant_id = ${ctx.tenantId} AND kind = ${kind}`;
  const waiting: WaitingRow[] = [];
  for (let after = ""; ; ) {
    const found = await ctx.db.all<FoundRow>(sql`
      SELECT bucket, block, terms, NULL AS record_key, NULL AS spot, 0 AS matches FROM search_terms
      WHERE ${kindFilter} AND bucket ${among(bucketsOf(asked))}
        AND block > (SELECT max(block) FROM search_blocks WHERE ${kindFilter}) - ${blocksAtFirst}
      UNION ALL SELECT NULL AS bucket, max(block) AS block, NULL AS terms, NULL AS record_key, NULL AS spot, 0 AS matches
      FROM search_blocks WHERE ${kindFilter}
      UNION ALL SELECT NULL AS bucket, NULL AS block, NULL AS terms, record_key, spot, matches
      FROM (${waitingAfter(ctx, kind, matching, after)}) AS waiting`);
    let some = found.filter((row) => row.record_key !== null);
    keep(some);
    if (some.length < waitingAtOnce) {
      const terms = found.filter((row) => row.terms !== null) as TermsRow[];
      const newest = found.find((row) => row.terms === null && row.record_key === null)?.block ?? null;
      return { newest, terms, waiting };
    }
    while (some.length === waitingAtOnce) {
      after = (some.at(-1) as WaitingRow).record_key;
      // Many records wait after an upgrade or an import: the event loop goes on between two reads.
      await new Promise((turn) => setImmediate(turn));
      some = await ctx.db.all<WaitingRow & FoundRow>(waitingAfter(ctx, kind, matching, after));
      keep(some);
    }
    after = some.at(-1)?.record_key ?? after;
  }

  function keep(rows: readonly WaitingRow[]): void {
    for (const { record_key, spot, matches } of rows)
      if (spot !== null || matches === 1) waiting.push({ record_key, spot, matches });
  }
}

function waitingAfter({ tenantId }: Reading, kind: SearchKind, matching: Sql, after: string): Sql {
  return sql`
    SELECT record_key, (
      SELECT spot FROM search_records AS placed
      WHERE placed.tenant_id = ${tenantId} AND placed.kind = ${kind} AND placed.record_key = search_pending.record_key) AS spot,
      CASE WHEN ${matching} THEN 1 ELSE 0 END AS matches
    FROM search_pending WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key > ${after}
    ORDER BY record_key LIMIT ${waitingAtOnce}`;
}
