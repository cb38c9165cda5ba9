import type { Writing } from "../context";
import { columns, integer, type RowOf, text } from "../storage/columns";
import { sql } from "../storage/sql";

/**
 * Large enough that a common term has few rows, small enough that writing them again with each batch costs little. A layer of so
 * many places fits into a page of PostgreSQL.
 */
const blockSize = 8_000;
/** A term that texts repeat without end has as many postings: they are decoded in one go. */
const blockLetters = 655_360;

const blockColumns = columns({
  block: integer,
  first_key: text,
  last_key: text,
  size: integer,
  letters: integer,
  /** 1 while a higher place has a higher key. */
  in_order: integer,
});
type BlockRow = RowOf<typeof blockColumns>;
const changeable = blockColumns.without("block");

/** Gives records their places. A block has the records between two keys; new ones go to the last block until it is full. */
export class FillingBlocks {
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
        SELECT ${blockColumns.names} FROM search_blocks
        WHERE tenant_id = ${tenantId} AND kind = ${this.kind} ORDER BY block DESC LIMIT 1`);
      if (row) this.#remember(row);
    }
    return this.#known.get(Math.max(...this.#known.keys()));
  }

  /** For a record whose key is lower than those already placed: it was committed late, or a clock was behind. */
  async #olderFor(key: string): Promise<BlockRow> {
    const { db, tenantId } = this.ctx;
    const row = await db.first<BlockRow>(sql`
      SELECT ${blockColumns.names} FROM search_blocks
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
      [...this.#known.values()].map((row) =>
        db.run(sql`
          INSERT INTO search_blocks (tenant_id, kind, ${blockColumns.names})
          VALUES (${tenantId}, ${this.kind}, ${blockColumns.values(row)})
          ON CONFLICT (tenant_id, kind, block) DO UPDATE SET ${changeable.excluded}`),
      ),
    );
  }
}
