import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/**
 * What versions share is kept once, be it a part of their documents or of their pages. A set names the parts of a version, so
 * that a part nobody needs any more can be found; a part from before has no time, and a version from before no set.
 */
export function sharedParts({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    "ALTER TABLE page_pieces RENAME TO shared_parts",
    "ALTER TABLE shared_parts RENAME COLUMN piece_hash TO part_hash",
    "ALTER TABLE shared_parts RENAME COLUMN html TO body",
    `ALTER TABLE shared_parts ADD COLUMN used_at ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE part_sets (
      tenant_id ${text} NOT NULL,
      set_hash ${text} NOT NULL,
      used_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, set_hash)
    ) ${tableOptions}`,
    `CREATE TABLE part_set_members (
      tenant_id ${text} NOT NULL,
      part_hash ${text} NOT NULL,
      set_hash ${text} NOT NULL,
      PRIMARY KEY (tenant_id, part_hash, set_hash)
    ) ${tableOptions}`,
    "CREATE INDEX part_set_members_set ON part_set_members (tenant_id, set_hash)",
    `ALTER TABLE version_documents ADD COLUMN part_set ${text}`,
    "CREATE INDEX version_documents_part_set ON version_documents (tenant_id, part_set)",
    `ALTER TABLE version_pages ADD COLUMN renderer ${integer} NOT NULL DEFAULT 0`,
    ...planFor("part_sets", "part_sets", [many, ofATenant, 1]),
    ...planFor("part_set_members", "part_set_members", [many, ofATenant, 10, 1]),
    ...planFor("part_set_members", "part_set_members_set", [many, ofATenant, 10]),
    ...planFor("version_documents", "version_documents_part_set", [many, ofATenant, 100]),
    ...usePlans,
  ];
}
