import type { Dialect } from "../../dialects";

/**
 * Whether the long terms of a block have rows of their own. An older process would write them to shared rows, where nobody looks any
 * more: it is no longer ready once this is there.
 */
export function ownRows({ integer }: Dialect): string[] {
  return [`ALTER TABLE search_blocks ADD COLUMN has_own_rows ${integer} NOT NULL DEFAULT 0`];
}
