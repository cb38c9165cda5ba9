import type { Dialect } from "../../dialects";

/** The questions that were offered with an answer. */
export function questionOptions({ text }: Dialect): string[] {
  return [`ALTER TABLE questions ADD COLUMN options ${text} NOT NULL DEFAULT '[]'`];
}
