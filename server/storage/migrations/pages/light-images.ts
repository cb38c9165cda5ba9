import type { Dialect } from "../../dialects";

/** Whether an image is drawn for dark backgrounds: bright, with nothing behind it. Null for those from before it was known. */
export function lightImages({ integer }: Dialect): string[] {
  return [`ALTER TABLE assets ADD COLUMN is_light ${integer}`];
}
