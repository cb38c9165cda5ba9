import type { Dialect } from "../../../dialects";

export function assets({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE assets (
      tenant_id ${text} NOT NULL,
      asset_id ${text} NOT NULL,
      name ${text} NOT NULL,
      purpose ${text} NOT NULL,
      tags ${text} NOT NULL,
      ai_description ${text} NOT NULL,
      parent_asset_id ${text},
      hidden ${integer} NOT NULL,
      type ${text} NOT NULL,
      file_id ${text} NOT NULL,
      content_type ${text} NOT NULL,
      size ${integer} NOT NULL,
      preview_type ${text},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      trashed_at ${integer},
      deleted_at ${integer},
      PRIMARY KEY (tenant_id, asset_id)
    ) ${tableOptions}`,
    "CREATE INDEX assets_kept ON assets (tenant_id, asset_id) WHERE trashed_at IS NULL",
    `CREATE INDEX assets_trash ON assets (tenant_id, trashed_at, asset_id) WHERE trashed_at IS NOT NULL AND deleted_at IS NULL`,
  ];
}
