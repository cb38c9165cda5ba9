import type { Writing } from "../context";
import { enqueueJob } from "../jobs/enqueue";
import type { NamedJobKind } from "../jobs/job";
import { among, sql, sqlRows, type Value } from "../storage/sql";
import { addOwnRows } from "./add-own-rows";
import { blocksLock, changeBlock, type PlaceChange, parseSpot, spotAt } from "./block";
import { addToBlocksJob, recordsAtOnce } from "./jobs";
import { Stretches } from "./stretches";
import { folded, lineOf } from "./text";

/**
 * Large enough that a common term has few rows, small enough that writing them again with each batch costs little. A layer of so
 * many places fits into a page of PostgreSQL.
 */
const blockSize = 8_000;
/** A term that texts repeat without end has as many postings: they are decoded in one go. */
const blockLetters = 655_360;
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

interface PendingRow {
  record_key: string;
  labels: string;
  text: string;
  /** 0 for rows that a migration has written. */
  is_folded: number;
}

/** What the block says of a record. */
interface PlacedRow {
  record_key: string;
  labels: string;
  text: string;
  spot: string;
}

/** False when too few records wait, or another process is filling blocks. */
export async function addSome(ctx: Writing, kind: string, atLeast = recordsAtOnce): Promise<boolean> {
  const { db, tenantId, dialect } = ctx;
  if (!(await db.tryLock(blocksLock(ctx, kind)))) return false;
  const rows = await pendingRows(ctx, kind, atLeast);
  if (rows.length === 0) return false;
  const keys = rows.map(({ record_key }) => record_key);
  const placed = await db.all<PlacedRow>(sql`
    SELECT record_key, labels, text, spot FROM search_records
    WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}`);
  const placedOf = new Map(placed.map((row) => [row.record_key, row]));
  const blocks = new Blocks(ctx, kind);
  const changes: (PlaceChange & { block: number })[] = [];
  const records: Value[][] = [];
  const stretches = new Stretches();
  for (const { record_key, labels, text: given, is_folded } of rows) {
    await stretches.pause();
    const text = is_folded === 1 ? given : folded(given);
    const before = placedOf.get(record_key);
    const { block, place } = before ? parseSpot(before.spot) : await blocks.placeFor(record_key, text.length);
    changes.push({ block, place, before: before ? lineOf(before) : null, after: lineOf({ labels, text }) });
    records.push([tenantId, kind, record_key, labels, text, spotAt(block, place)]);
  }
  await Promise.all([
    blocks.save(),
    db.run(sql`DELETE FROM search_pending WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}`),
    ...sqlRows(records).map((some) =>
      db.run(sql`
        INSERT INTO search_records (tenant_id, kind, record_key, labels, text, spot) VALUES ${some}
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
    SELECT record_key, labels, text, is_folded FROM search_pending
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

interface BlockRow {
  block: number;
  first_key: string;
  last_key: string;
  size: number;
  letters: number;
  /** 1 while a higher place has a higher key. */
  in_order: number;
}

/** A block has the records between two keys. New records go to the last block until it is full. */
class Blocks {
  /** The newest block's number is 0 or a power of two. Then the table may have doubled, and PostgreSQL is told to analyse it. */
  isPowerOfTwo = false;
  readonly #known = new Map<number, BlockRow>();

  constructor(
    readonly ctx: Writing,
    readonly kind: string,
  ) {}

  async placeFor(key: string, letters: number): Promise<{ block: number; place: number }> {
    const row = await this.#blockFor(key);
    const place = row.size;
    row.size += 1;
    row.letters += letters;
    if (key < row.first_key) row.first_key = key;
    if (key < row.last_key) row.in_order = 0;
    else row.last_key = key;
    return { block: row.block, place };
  }

  async #blockFor(key: string): Promise<BlockRow> {
    const last = await this.#last();
    if (!last || (key > last.last_key && (last.size >= blockSize || last.letters >= blockLetters))) {
      const block = (last?.block ?? -1) + 1;
      this.isPowerOfTwo = Number.isInteger(Math.log2(Math.max(block, 1)));
      return this.#remember({ block, first_key: key, last_key: key, size: 0, letters: 0, in_order: 1 });
    }
    return key >= last.first_key ? last : this.#olderFor(key);
  }

  async #last(): Promise<BlockRow | undefined> {
    const { db, tenantId } = this.ctx;
    if (this.#known.size === 0) {
      const row = await db.first<BlockRow>(sql`
        SELECT block, first_key, last_key, size, letters, in_order FROM search_blocks
        WHERE tenant_id = ${tenantId} AND kind = ${this.kind} ORDER BY block DESC LIMIT 1`);
      if (row) this.#remember(row);
    }
    return this.#known.get(Math.max(...this.#known.keys()));
  }

  /** For a record whose key is lower than those already placed: it was committed late, or a clock was behind. */
  async #olderFor(key: string): Promise<BlockRow> {
    const { db, tenantId } = this.ctx;
    const row = await db.first<BlockRow>(sql`
      SELECT block, first_key, last_key, size, letters, in_order FROM search_blocks
      WHERE tenant_id = ${tenantId} AND kind = ${this.kind} AND (first_key <= ${key} OR block = 0) ORDER BY block DESC LIMIT 1`);
    const found = row as BlockRow;
    return this.#known.get(found.block) ?? this.#remember(found);
  }

  #remember(row: BlockRow): BlockRow {
    this.#known.set(row.block, row);
    return row;
  }

  async save(): Promise<void> {
    const { db, tenantId } = this.ctx;
    await Promise.all(
      [...this.#known.values()].map(({ block, first_key, last_key, size, letters, in_order }) =>
        db.run(sql`
          INSERT INTO search_blocks (tenant_id, kind, block, first_key, last_key, size, letters, in_order)
          VALUES (${tenantId}, ${this.kind}, ${block}, ${first_key}, ${last_key}, ${size}, ${letters}, ${in_order})
          ON CONFLICT (tenant_id, kind, block) DO UPDATE
          SET first_key = excluded.first_key, last_key = excluded.last_key, size = excluded.size,
            letters = excluded.letters, in_order = excluded.in_order`),
      ),
    );
  }
}
