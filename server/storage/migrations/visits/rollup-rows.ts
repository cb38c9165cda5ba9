import type { Dialect } from "../../dialects";
import { withRowids } from "../large-rows";
import { type LargeTable, needed, number } from "../large-rows/table";
import { many, ofATenant } from "../sizes";

/** Sums have sets of visitors in them: rows of two kilobytes, which are read by the thousand and best kept in one place. */
export function rollupRows({ engine, planFor, usePlans }: Dialect): string[] {
  if (engine === "postgres") return ["ALTER TABLE session_rollups SET (toast_tuple_target = 8160)"];
  return [...withRowids(table, planFor), ...usePlans];
}

const table: LargeTable = {
  name: "session_rollups",
  columns: {
    tenant_id: needed,
    page_id: needed,
    kind: needed,
    started_at: number,
    visits: number,
    bounces: number,
    conversions: number,
    questions: number,
    forms: number,
    time_ms: number,
    scroll_sum: number,
    scroll_count: number,
    audiences: needed,
    persons: needed,
    times: needed,
  },
  key: "tenant_id, page_id, kind, started_at",
  rows: [many, ofATenant, 1_000, 500, 1],
  indexes: {},
};
