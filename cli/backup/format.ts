import * as z from "zod";
import type { StoredRow } from "../../server/storage/backup";
import { Failure } from "../failure";

export const formatVersion = 1;

/** Several times the longest row there can be. Writer and reader both enforce it, so a damaged file can't fill the memory. */
export const maxLineBytes = 256 * 1_048_576;

/** The first line. */
const header = z.object({
  format: z.literal("foyer-backup"),
  version: z.int(),
  migration: z.int().min(1),
  createdAt: z.string(),
});
export type Header = z.output<typeof header>;

export interface Row {
  table: string;
  values: StoredRow;
}

/** The last line: the number of rows in each table, and the SHA-256 of all lines before. */
const trailer = z.strictObject({ end: z.literal(true), rows: z.record(z.string(), z.int()), sha256: z.string() });
export type Trailer = z.output<typeof trailer>;
export type RowCounts = Record<string, number>;

export function parseLine(file: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw damaged(file, "a line is not JSON");
  }
}

export function checkedHeader(file: string, value: unknown): Header {
  const { success, data } = header.safeParse(value);
  if (!success) throw new Failure(`${file} is not a backup of Foyer`);
  if (data.version !== formatVersion) throw new Failure(`${file} has a form this Foyer does not know (version ${data.version})`);
  return data;
}

export function isRow(value: unknown): value is Row {
  if (typeof value !== "object" || value === null) return false;
  const { table, values } = value as Partial<Row>;
  return isName(table) && typeof values === "object" && values !== null && Object.entries(values).every(isField);
}

export function isTrailer(value: unknown): boolean {
  return typeof value === "object" && value !== null && "end" in value;
}

export function checkedTrailer(file: string, value: unknown): Trailer {
  const { success, data } = trailer.safeParse(value);
  if (!success) throw damaged(file, "its end has another form");
  return data;
}

export function damaged(file: string, how: string): Failure {
  return new DamagedFile(file, how);
}

/** A file that is not as it was written. */
export class DamagedFile extends Failure {
  constructor(
    file: string,
    readonly how: string,
  ) {
    super(`${file} is damaged: ${how}. Nothing was changed.`);
  }
}

export function totalOf(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

// Names become part of SQL statements, so they must look like our own.
function isName(value: unknown): boolean {
  return typeof value === "string" && /^[a-z][a-z0-9_]*$/.test(value);
}

function isField([name, value]: [string, unknown]): boolean {
  return isName(name) && (value === null || typeof value === "string" || typeof value === "number");
}
