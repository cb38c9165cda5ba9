import type { Dialect } from "../../dialects";

/** When something last changed that all pages of a tenant show. Kept once, because a tenant may have very many pages. */
export function sharedChanges({ integer }: Dialect): string[] {
  return [
    `ALTER TABLE tenants ADD COLUMN default_topic_removed_at ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE tenants ADD COLUMN default_language_changed_at ${integer} NOT NULL DEFAULT 0`,
  ];
}
