import type { Dialect } from "../../../dialects";

/** The trash in the order things came to it, and for each word the numbers of those that have it, a block to a row. */
export function trash({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE asset_trash (
      tenant_id ${text} NOT NULL,
      number ${integer} NOT NULL,
      asset_id ${text} NOT NULL,
      type ${text} NOT NULL,
      text ${text} NOT NULL,
      indexed ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, number)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX asset_trash_asset ON asset_trash (tenant_id, asset_id)",
    "CREATE INDEX asset_trash_unindexed ON asset_trash (tenant_id, number) WHERE indexed = 0",
    `CREATE TABLE asset_words (
      tenant_id ${text} NOT NULL,
      word ${text} NOT NULL,
      block ${integer} NOT NULL,
      members ${text} NOT NULL,
      PRIMARY KEY (tenant_id, word, block)
    ) ${tableOptions}`,
    // Long rows: kept in the order they were written, not inside the tree of their key.
    `CREATE TABLE asset_vocabulary (
      tenant_id ${text} NOT NULL,
      bucket ${integer} NOT NULL,
      words ${text} NOT NULL,
      PRIMARY KEY (tenant_id, bucket)
    )`,
  ];
}
