import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** What visitors get of a version, apart from what it was made from: it is read for them, and nothing else is. */
export function renderedPages({ text, integer, planFor, usePlans }: Dialect): string[] {
  return [
    `CREATE TABLE version_pages (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      version_id ${text} NOT NULL,
      html ${text} NOT NULL,
      style_hash ${text} NOT NULL,
      sources ${text} NOT NULL,
      content_hash ${text} NOT NULL,
      is_indexed ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, audience_id, version_id)
    )`,
    // Few: one for each look. Never changed, so never in the way of one who reads.
    `CREATE TABLE page_styles (
      tenant_id ${text} NOT NULL,
      style_hash ${text} NOT NULL,
      html ${text} NOT NULL,
      PRIMARY KEY (tenant_id, style_hash)
    )`,
    ...planFor("page_styles", "sqlite_autoindex_page_styles_1", [many, 10, 1]),
    ...planFor("version_pages", "sqlite_autoindex_version_pages_1", [many, ofATenant, 10, 1]),
    ...usePlans,
  ];
}
