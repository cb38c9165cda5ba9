import type { Writing } from "../context";
import { enqueueJob } from "../jobs/enqueue";
import type { NamedJobKind } from "../jobs/job";
import type { RowOf } from "../storage/columns";
import { among, sql, sqlRows, type Value } from "../storage/sql";
import { addOwnRows } from "./add-own-rows";
import { blocksLock, changeBlock, type PlaceChange, parseSpot, spotAt } from "./block";
import { FillingBlocks } from "./filling-blocks";
import { addToBlocksJob, recordsAtOnce } from "./jobs";
import { pendingColumns, placedColumns } from "./records";
import { Stretches } from "./stretches";
import { folded, lineOf } from "./text";

/** Letters that one transaction indexes: more would hold up others. */
const maxLetters = 131_072;
/** After so many full blocks it is the turn of other tenants. */
const maxSteps = 10;
/** Processes of an older release, which know no rows of single terms, are gone this long after a start. */
const overlapMs = 3_600_000;

export const addToBlocks: NamedJobKind<{ kind: string }> = {
  type: addToBlocksJob,
  maxAttempts: 5,
  async run(job, { kind }) {
    while (await job.step((ctx) => addSome(ctx, kind)));
    if (performance.now() < overlapMs) return;
    for (let steps = 0; steps < maxSteps; steps += 1) if (!(await addOwnRows(job, kind))) return;
    await job.finish((ctx) => enqueueJob(ctx, addToBlocksJob, { kind }));
  },
};

type PendingRow = RowOf<typeof pendingColumns>;
type PlacedRow = RowOf<typeof placedColumns>;

/** False when too few records wait, or another process is filling blocks. */
export async function addSome(ctx: Writing, kind: string, atLeast = recordsAtOnce): Promise<boolean> {
  const { db, tenantId, dialect } = ctx;
  if (!(await db.tryLock(blocksLock(ctx, kind)))) return false;
  const rows = await pendingRows(ctx, kind, atLeast);
  if (rows.length === 0) return false;
  const keys = rows.map(({ record_key }) => record_key);
  const placed = await db.all<PlacedRow>(sql`
    SELECT ${placedColumns.names} FROM search_records
    WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}`);
  const placedOf = new Map(placed.map((row) => [row.record_key, row]));
  const blocks = new FillingBlocks(ctx, kind);
  const changes: (PlaceChange & { block: number })[] = [];
  const records: Value[][] = [];
  const stretches = new Stretches();
  for (const { record_key, labels, text: given, is_folded } of rows) {
    await stretches.pause();
    const text = is_folded === 1 ? given : folded(given);
    const before = placedOf.get(record_key);
    const { block, place } = before ? parseSpot(before.spot) : await blocks.placeFor(record_key, text.length);
    changes.push({ block, place, before: before ? lineOf(before) : null, after: lineOf({ labels, text }) });
    records.push([tenantId, kind, ...placedColumns.list({ record_key, labels, text, spot: spotAt(block, place) })]);
  }
  await Promise.all([
    blocks.save(),
    db.run(sql`DELETE FROM search_pending WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}`),
    ...sqlRows(records).map((some) =>
      db.run(sql`
        INSERT INTO search_records (tenant_id, kind, ${placedColumns.names}) VALUES ${some}
        ON CONFLICT (tenant_id, kind, record_key) DO UPDATE SET labels = excluded.labels, text = excluded.text`),
    ),
  ]);
  for (const [block, some] of Map.groupBy(changes, (change) => change.block)) await changeBlock(ctx, kind, block, some);
  const counted = blocks.isPowerOfTwo ? dialect.recount("search_records") : null;
  if (counted) await db.run(counted);
  return true;
}

/** The oldest pending records, as many as one transaction may take; none when too few wait. */
async function pendingRows({ db, tenantId, dialect }: Writing, kind: string, atLeast: number): Promise<PendingRow[]> {
  const rows = await db.all<PendingRow>(sql`
    SELECT ${pendingColumns.names} FROM search_pending
    WHERE tenant_id = ${tenantId} AND kind = ${kind}
    ORDER BY record_key LIMIT ${recordsAtOnce} ${dialect.skipLocked}`);
  let letters = 0;
  const some = rows.filter(({ text }, index) => {
    const before = letters;
    letters += text.length;
    return index === 0 || before < maxLetters;
  });
  const isWorthIt = rows.length >= atLeast || letters > maxLetters || rows.some(({ is_folded }) => is_folded === 0);
  return isWorthIt ? some : [];
}
