import type { Dialect } from "../../dialects";

/** The questions of an account or audience are read in one order, for lists and timelines: each has one index less to keep. */
export function questionOrders({ usePlans }: Dialect): string[] {
  return ["DROP INDEX questions_account", "DROP INDEX questions_audience", ...usePlans];
}
