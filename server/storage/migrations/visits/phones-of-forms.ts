import type { Dialect } from "../../dialects";

/** A form may have a phone number beside an e-mail address. */
export function phonesOfForms({ text }: Dialect): string[] {
  return [`ALTER TABLE form_submissions ADD COLUMN phone ${text}`];
}
