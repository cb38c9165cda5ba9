import { defaultLimit, type OperationId } from "../../contract";
import type { Reading } from "../context";
import { TenantSlots } from "../event-loop/tenant-slots";
import type { Value } from "../storage/sql";
import { Problem } from "./problem";

interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Above this a page of large items ends early: one answer must not hold up everybody else's. */
const maxPageBytes = 2 * 1_048_576;
/** How much of a page is made from its rows at once. */
const bytesAtOnce = 262_144;
/** For pages that are larger: few are read at the same time, because each is in memory as a whole. */
const slots = new TenantSlots(16);

interface List<Row, Item> {
  ctx: Reading;
  /** What a cursor is bound to, beside the tenant: the list, and how it is filtered. */
  id: OperationId;
  filters?: readonly (Value | undefined)[];
  query: PageQuery;
  /** Reads up to `limit` rows after the position, or from the start when it is undefined. */
  read(position: Value[] | undefined, limit: number): Promise<Row[]>;
  /** Where a row stands in the list's order. */
  position(row: Row): Value[];
  items(rows: Row[]): Item[] | Promise<Item[]>;
  /** For rows that take long to be found: how many are read at once. */
  rowsAtOnce?: number;
  /** For items that may be large, and so are read apart from their rows: how large one is. */
  bytesOf?(row: Row): number;
}

/** A list as a request asks for it. */
export type ListRequest = Pick<List<never, never>, "ctx" | "id" | "filters" | "query">;

export interface ListPage<Item> {
  items: Item[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Keyset paging: a page costs the same wherever it is, and inserts meanwhile shift nothing. */
export async function readPage<Row, Item>(list: List<Row, Item>): Promise<ListPage<Item>> {
  const { limit = defaultLimit, cursor } = list.query;
  const { rowsAtOnce = limit, bytesOf } = list;
  let position = cursorPosition(list, cursor);
  const items: Item[] = [];
  for (let [room, left] = [maxPageBytes, limit]; ; ) {
    const wanted = Math.min(rowsAtOnce, left);
    const rows = await list.read(position, wanted + 1);
    const count = bytesOf ? countFitting(rows.slice(0, wanted), bytesOf, room) : Math.min(wanted, rows.length);
    const hasMore = rows.length > count;
    rows.length = count;
    left -= count;
    const bytes = bytesOf ? rows.reduce((sum, row) => sum + bytesOf(row), 0) : 0;
    if (bytesOf && bytes > bytesAtOnce) {
      await slots.run(list.ctx.tenantId, async () => {
        for (let from = 0; from < count; ) {
          const some = rows.slice(from, from + countFitting(rows.slice(from), bytesOf, bytesAtOnce));
          items.push(...(await list.items(some)));
          from += some.length;
        }
      });
    } else if (count > 0) items.push(...(await list.items(rows)));
    const last = rows.at(-1);
    if (!hasMore || last === undefined) return { items, hasMore: false, nextCursor: null };
    position = list.position(last);
    room -= bytes;
    if (left === 0 || room <= 0 || count < wanted) return { items, hasMore, nextCursor: encodeCursor(list, position) };
  }
}

/** How many of the rows there is room for; one at least. */
export function countFitting<Row>(rows: readonly Row[], bytesOf: (row: Row) => number, room: number): number {
  let left = room;
  const first = rows.findIndex((row, index) => {
    left -= bytesOf(row);
    return index > 0 && left < 0;
  });
  return first < 0 ? rows.length : first;
}

/** Where a list begins that is read as a whole. */
export function cursorPosition(list: CursorOf, cursor: string | undefined): Value[] | undefined {
  return cursor === undefined ? undefined : decodeCursor(list, cursor);
}

type CursorOf = Pick<List<never, never>, "ctx" | "id" | "filters">;

function encodeCursor(list: CursorOf, position: Value[]): string {
  const text = JSON.stringify(position);
  return Buffer.from(signature(list, text) + text).toString("base64url");
}

function decodeCursor(list: CursorOf, cursor: string): Value[] {
  const { signed, text } = partsOf(cursor) ?? {};
  if (text === undefined || signed !== signature(list, text)) {
    throw new Problem("invalid_cursor", { detail: "Send nextCursor back as it came, with the same filters" });
  }
  return JSON.parse(text) as Value[];
}

/** Whether it looks like a cursor. Only the list that gave it can tell whether it is one, and with valid filters alone. */
export function resemblesCursor(text: string): boolean {
  return partsOf(text) !== undefined;
}

const signatureLength = 16;

function partsOf(cursor: string): { signed: string; text: string } | undefined {
  const plain = Buffer.from(cursor, "base64url");
  if (plain.toString("base64url") !== cursor || plain[signatureLength] !== "[".charCodeAt(0)) return undefined;
  return { signed: plain.subarray(0, signatureLength).toString(), text: plain.subarray(signatureLength).toString() };
}

function signature({ ctx, id, filters = [] }: CursorOf, text: string): string {
  return ctx.site.signer.sign("cursor", JSON.stringify([id, ctx.tenantId, filters, text])).slice(0, signatureLength);
}
