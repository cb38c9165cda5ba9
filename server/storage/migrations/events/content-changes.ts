import type { Dialect } from "../../dialects";

/** When what a page shows last changed; publishing or archiving a page changes nothing of it. */
export function contentChanges({ integer }: Dialect): string[] {
  return [
    `ALTER TABLE pages ADD COLUMN content_changed_at ${integer} NOT NULL DEFAULT 0`,
    "UPDATE pages SET content_changed_at = updated_at",
  ];
}
