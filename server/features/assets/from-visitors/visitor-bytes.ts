import type { Writing } from "../../../context";
import { addToCounter, readCounter } from "../../../storage/counters";
import type { Reader } from "../../../storage/port";
import type { AssetRow } from "../queries";

const counter = "bytes from visitors";
/** For each tenant, so that strangers can't fill the disk. */
export const maxVisitorBytes = 5 * 1_024 ** 3;

/** How much the files that visitors have sent take. */
export function visitorBytes(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, counter);
}

export function addToVisitorBytes(ctx: Writing, by: number): Promise<void> {
  return addToCounter(ctx.db, ctx.dialect, ctx.tenantId, counter, by);
}

/** In the transaction that deletes assets for good. */
export async function giveBytesBack(ctx: Writing, rows: readonly AssetRow[]): Promise<void> {
  const bytes = rows.filter(({ hidden }) => hidden === 1).reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0) await addToVisitorBytes(ctx, -bytes);
}
