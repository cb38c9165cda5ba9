import type { Dialect } from "../../dialects";

/** Old visits are found by their identifiers, which have the order in which visits began: an index of their times cost each visit twice. */
export function visitsByAge({ usePlans }: Dialect): string[] {
  return ["DROP INDEX visits_age", ...usePlans];
}
