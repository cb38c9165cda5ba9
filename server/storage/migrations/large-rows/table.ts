export const needed = "TEXT NOT NULL";
export const optional = "TEXT";
export const number = "INTEGER NOT NULL";
export const optionalNumber = "INTEGER";

export interface LargeTable {
  name: string;
  columns: Record<string, string>;
  /** Of the primary key. */
  key: string;
  /** What the planner should expect of the primary key. */
  rows: readonly number[];
  indexes: Record<string, { on: string; rows: readonly number[]; unique?: true }>;
}
