import type { Reader } from "../storage/port";
import { type Sql, sql } from "../storage/sql";
import { notFound } from "./problem";

interface Neighbours {
  previous: string | null;
  next: string | null;
}

/** The keys before and after one in a list that is sorted by them, the highest first. `rows` is what follows FROM. */
export async function neighboursOf(db: Reader, key: string, column: Sql, rows: Sql): Promise<Neighbours> {
  const found = await db.first<Neighbours>(sql`
    SELECT
      (SELECT ${column} FROM ${rows} AND ${column} > ${key} ORDER BY ${column} LIMIT 1) AS previous,
      (SELECT ${column} FROM ${rows} AND ${column} < ${key} ORDER BY ${column} DESC LIMIT 1) AS next
    FROM ${rows} AND ${column} = ${key}`);
  if (!found) throw notFound();
  return found;
}
