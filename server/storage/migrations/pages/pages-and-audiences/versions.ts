import type { Dialect } from "../../../dialects";

export function versions({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE audience_versions (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      version_id ${text} NOT NULL,
      version_number ${integer} NOT NULL,
      status ${text} NOT NULL,
      publish ${text} NOT NULL,
      is_new_page_agent ${integer} NOT NULL,
      supplementary_context ${text},
      operation_key ${text},
      batch_id ${text},
      created_at ${integer} NOT NULL,
      queued_at ${integer},
      started_at ${integer},
      became_draft_at ${integer},
      published_at ${integer},
      cancelled_at ${integer},
      obsolete_at ${integer},
      archived_at ${integer},
      PRIMARY KEY (tenant_id, version_id)
    ) ${tableOptions}`,
    "CREATE INDEX audience_versions_audience ON audience_versions (tenant_id, audience_id, version_id)",
    `CREATE UNIQUE INDEX audience_versions_operation_key
      ON audience_versions (tenant_id, audience_id, operation_key) WHERE operation_key IS NOT NULL`,
    `CREATE INDEX audience_versions_open ON audience_versions (tenant_id, audience_id, version_id)
      WHERE published_at IS NULL AND cancelled_at IS NULL AND archived_at IS NULL`,
    "CREATE INDEX audience_versions_batch ON audience_versions (tenant_id, batch_id, status) WHERE batch_id IS NOT NULL",

    // Long rows: kept in the order they were written, not inside the tree of their key.
    `CREATE TABLE version_documents (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      version_id ${text} NOT NULL,
      content_hash ${text} NOT NULL,
      document ${text} NOT NULL,
      person_id ${text},
      PRIMARY KEY (tenant_id, audience_id, version_id)
    )`,
    "CREATE INDEX version_documents_person ON version_documents (tenant_id, person_id) WHERE person_id IS NOT NULL",

    `CREATE TABLE version_batches (
      tenant_id ${text} NOT NULL,
      batch_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      total ${integer} NOT NULL,
      made ${integer} NOT NULL,
      walked_to ${text} NOT NULL,
      walked_at ${integer},
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, batch_id)
    ) ${tableOptions}`,
  ];
}
