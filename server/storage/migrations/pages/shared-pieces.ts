import type { Dialect } from "../../dialects";
import { many } from "../sizes";

/** Of a page, not only its style is kept once, but all that it shares with others. */
export function sharedPieces({ planFor, usePlans }: Dialect): string[] {
  return [
    "ALTER TABLE page_styles RENAME TO page_pieces",
    "ALTER TABLE page_pieces RENAME COLUMN style_hash TO piece_hash",
    "UPDATE version_pages SET html = replace(html, '<foyer:style>', '<foyer:' || style_hash || '>')",
    "ALTER TABLE version_pages DROP COLUMN style_hash",
    ...planFor("page_pieces", "sqlite_autoindex_page_pieces_1", [many, 100, 1]),
    ...usePlans,
  ];
}
