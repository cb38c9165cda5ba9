import type { Dialect } from "../../dialects";

/** Visits that were a person's before they were something else: that they began is told. */
export function visitsOncePersons({ integer }: Dialect): string[] {
  return [`ALTER TABLE audience_sessions ADD COLUMN was_persons ${integer} NOT NULL DEFAULT 0`];
}
