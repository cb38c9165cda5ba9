import type { Dialect } from "../../dialects";

/** Whether a form was sent as the page had filled it in, which a machine may have done. */
export function prefilledForms({ integer }: Dialect): string[] {
  return [`ALTER TABLE form_submissions ADD COLUMN is_prefilled ${integer} NOT NULL DEFAULT 0`];
}
