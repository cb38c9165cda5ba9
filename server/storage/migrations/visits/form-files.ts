import type { Dialect } from "../../dialects";

/** The assets that visitors sent with a form. */
export function formFiles({ text }: Dialect): string[] {
  return [`ALTER TABLE form_submissions ADD COLUMN files ${text} NOT NULL DEFAULT '[]'`];
}
