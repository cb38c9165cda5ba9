import { maxExactCount } from "../../contract";
import type { Reader } from "../storage/port";
import { ReadsInTurn } from "../storage/reads-in-turn";
import { type Sql, sql } from "../storage/sql";

/** Exact up to 10,000, null above. */
export function capped(count: number): number | null {
  return count > maxExactCount ? null : count;
}

/** Counts the rows of `SELECT 1 …`, and stops where the count would be null. */
export async function countCapped(db: Reader, selection: Sql, id?: string): Promise<number | null> {
  return capped(await countUpTo(db, selection, id));
}

/** A list with this many rows still has too many to be counted exactly a second later. */
const farTooMany = 2 * maxExactCount;
const knownForMs = 1_000;
const maxKnown = 1_000;
/** Of each database: the long lists, and until when they are known to be long. */
const longLists = new WeakMap<Reader, Map<string, number>>();

/** The same as a number: above 10,000 it may be any larger number. The rows of a long list are counted once a second at most. */
export async function countUpTo(db: Reader, selection: Sql, id = selection.values.join()): Promise<number> {
  const database = db instanceof ReadsInTurn ? db.database : db;
  const known = longLists.get(database) ?? new Map<string, number>();
  longLists.set(database, known);
  const list = `${selection.pieces.join("?")} ${id}`;
  if ((known.get(list) ?? 0) > performance.now()) return farTooMany;
  const row = await db.first<{ count: number }>(sql`
    SELECT CAST(count(*) AS INTEGER) AS count FROM (${selection} LIMIT ${farTooMany}) AS counted`);
  const count = row?.count ?? 0;
  if (count === farTooMany) {
    if (known.size >= maxKnown) known.clear();
    known.set(list, performance.now() + knownForMs);
  }
  return count;
}
