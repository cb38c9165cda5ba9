import type { Dialect } from "../../dialects";
import { withRowids } from "../large-rows";
import { type LargeTable, needed, number } from "../large-rows/table";
import { many, ofATenant } from "../sizes";

/** A search reads a thousand rows of some kilobytes: without rowids, SQLite reads most of their pages three times. */
export function searchTermRows({ engine, planFor, usePlans }: Dialect): string[] {
  return engine === "sqlite" ? [...withRowids(table, planFor), ...usePlans] : [];
}

const table: LargeTable = {
  name: "search_terms",
  columns: { tenant_id: needed, kind: needed, bucket: needed, block: number, terms: needed },
  key: "tenant_id, kind, bucket, block",
  rows: [many / 10, ofATenant, ofATenant / 2, 100, 1],
  indexes: {},
};
