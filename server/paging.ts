import { defaultLimit, maxExactCount, type OperationId } from "../contract";
import type { Reading } from "./context";
import { Problem } from "./problem";
import type { Reader } from "./storage/port";
import { type Sql, sql, type Value } from "./storage/sql";

interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

interface List<Row, Item> {
  ctx: Reading;
  /** What a cursor is bound to, beside the tenant: the list, and how it is filtered. */
  id: OperationId;
  filters?: readonly (Value | undefined)[];
  query: PageQuery;
  /** Reads up to `limit` rows after the position; all of the start when it is undefined. */
  read(position: Value[] | undefined, limit: number): Promise<Row[]>;
  /** Where a row stands in the list's order. */
  position(row: Row): Value[];
  items(rows: Row[]): Item[] | Promise<Item[]>;
}

export interface Page<Item> {
  items: Item[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Keyset paging: a page costs the same wherever it is, and inserts meanwhile shift nothing. */
export async function readPage<Row, Item>(list: List<Row, Item>): Promise<Page<Item>> {
  const limit = list.query.limit ?? defaultLimit;
  const position = list.query.cursor === undefined ? undefined : openCursor(list, list.query.cursor);
  const rows = await list.read(position, limit + 1);
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  const last = rows.at(-1);
  return {
    items: await list.items(rows),
    hasMore,
    nextCursor: hasMore && last !== undefined ? sealCursor(list, list.position(last)) : null,
  };
}

/** Exact up to 10,000, null above. */
export function capped(count: number): number | null {
  return count > maxExactCount ? null : count;
}

/** Counts the rows of `SELECT 1 …` no further than it has to. */
export async function countCapped(db: Reader, selection: Sql): Promise<number | null> {
  const row = await db.first<{ count: number }>(sql`
    SELECT CAST(count(*) AS INTEGER) AS count FROM (${selection} LIMIT ${maxExactCount + 1}) AS counted`);
  return capped(row?.count ?? 0);
}

type CursorOf = Pick<List<never, never>, "ctx" | "id" | "filters">;

function sealCursor(list: CursorOf, position: Value[]): string {
  const text = JSON.stringify(position);
  return Buffer.from(signature(list, text) + text).toString("base64url");
}

function openCursor(list: CursorOf, cursor: string): Value[] {
  const plain = Buffer.from(cursor, "base64url");
  const text = plain.subarray(signatureLength).toString();
  const intact =
    plain.toString("base64url") === cursor && plain.subarray(0, signatureLength).toString() === signature(list, text);
  if (!intact) {
    throw new Problem("invalid_cursor", { detail: "Send nextCursor back as it came, with the same filters" });
  }
  return JSON.parse(text) as Value[];
}

const signatureLength = 16;

function signature({ ctx, id, filters = [] }: CursorOf, text: string): string {
  return ctx.site.seal.sign("cursor", JSON.stringify([id, ctx.tenantId, filters, text])).slice(0, signatureLength);
}
