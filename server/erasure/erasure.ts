import type { Writing } from "../context";
import { countFitting } from "../records/paging";
import type { tables } from "../storage/backup";
import type { Identified } from "./identifiers";

export type TableName = keyof typeof tables;

/** A copy for the time of the erasure, because the person's own row is the first to go. */
export interface ErasedPerson extends Identified {
  person_id: string;
  name: string;
  slug: string;
}

/** What was done to the rows of a table that showed the person. */
export interface RowCounts {
  found: number;
  removed?: number;
  /** Rows that stay, without the person. */
  changed?: number;
}

export interface Erasing extends Writing {
  readonly person: ErasedPerson;
  /** How many rows the stage may look at in this transaction. */
  readonly limit: number;
  count(table: TableName, counts: RowCounts): void;
}

export interface Progress {
  /** How many rows were looked at. */
  rows: number;
  /** Where to go on; undefined at the end of the stage. */
  next: string | undefined;
}

/** A part of an erasure. Each feature contributes those that search its tables. */
export interface ErasureStage {
  /** Kept with an erasure that is not finished. */
  readonly name: string;
  readonly tables: readonly TableName[];
  /** How many simple rows one row of this stage counts as. */
  readonly weight?: number;
  /** The next stage is in another transaction, because all erasures of the tenant wait for what this one has locked. */
  readonly endsTransaction?: boolean;
  /** Looks at no more than `limit` rows after the position, which is empty at first. It may run again from any position. */
  forget(ctx: Erasing, position: string): Promise<Progress>;
}

/** Rows may be large: SQLite overwrites what it removes, some 5 ms for each megabyte. */
const bytesAtOnce = 2_000_000;

/** As many of the rows as one transaction may remove; one at least. */
export function fittingInStep<Row extends { bytes: number }>(rows: readonly Row[]): Row[] {
  return rows.slice(
    0,
    countFitting(rows, ({ bytes }) => bytes, bytesAtOnce),
  );
}

/** For a stage that removes or changes what it finds, so that it finds the rest by searching again. */
export function untilNothingIsFound(rows: number, limit: number): Progress {
  return { rows, next: rows < limit ? undefined : "" };
}
