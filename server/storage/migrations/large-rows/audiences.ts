import { many, ofATenant } from "../sizes";
import { type LargeTable, needed, number, optional, optionalNumber } from "./table";

const ofAPage = 10_000;

export const audienceTables: readonly LargeTable[] = [
  {
    name: "audiences",
    columns: {
      tenant_id: needed,
      audience_id: needed,
      page_id: needed,
      status: needed,
      person_id: optional,
      account_id: optional,
      external_id: optional,
      number: optionalNumber,
      is_new_page_agent: number,
      latest_version_id: needed,
      published_version_id: needed,
      versions_made: number,
      messages_made: `${number} DEFAULT 1`,
      created_at: number,
      archived_at: optionalNumber,
      custom_name: optional,
      action_form_id_override: optional,
      action_url_override: optional,
      action_form_instructions_override: optional,
      supplementary_context: optional,
      metadata_override: optional,
    },
    key: "tenant_id, audience_id",
    rows: [many, ofATenant, 1],
    indexes: {
      audiences_page: { on: "(tenant_id, page_id, audience_id)", rows: [many, ofATenant, ofAPage, 1] },
      audiences_status: {
        on: "(tenant_id, page_id, status, audience_id)",
        rows: [many, ofATenant, ofAPage, ofAPage / 4, 1],
      },
      audiences_person: {
        on: "(tenant_id, person_id, audience_id) WHERE person_id IS NOT NULL",
        rows: [many, ofATenant, 2, 1],
      },
      audiences_account: {
        on: "(tenant_id, account_id, audience_id) WHERE account_id IS NOT NULL",
        rows: [many, ofATenant, 20, 1],
      },
      audiences_external_id: {
        unique: true,
        on: "(tenant_id, page_id, external_id) WHERE external_id IS NOT NULL",
        rows: [many, ofATenant, ofAPage, 1],
      },
    },
  },
  {
    name: "audience_versions",
    columns: {
      tenant_id: needed,
      audience_id: needed,
      version_id: needed,
      version_number: number,
      status: needed,
      publish: needed,
      is_new_page_agent: number,
      operation_key: optional,
      batch_id: optional,
      created_at: number,
      queued_at: optionalNumber,
      started_at: optionalNumber,
      became_draft_at: optionalNumber,
      published_at: optionalNumber,
      cancelled_at: optionalNumber,
      obsolete_at: optionalNumber,
      archived_at: optionalNumber,
      supplementary_context: optional,
    },
    key: "tenant_id, version_id",
    rows: [many, ofATenant, 1],
    indexes: {
      audience_versions_audience: { on: "(tenant_id, audience_id, version_id)", rows: [many, ofATenant, 10, 1] },
      audience_versions_operation_key: {
        unique: true,
        on: "(tenant_id, audience_id, operation_key) WHERE operation_key IS NOT NULL",
        rows: [many, ofATenant, 10, 1],
      },
      audience_versions_open: {
        on: `(tenant_id, audience_id, version_id)
          WHERE published_at IS NULL AND cancelled_at IS NULL AND archived_at IS NULL`,
        rows: [many, ofATenant, 1, 1],
      },
    },
  },
  {
    name: "audience_messages",
    columns: {
      tenant_id: needed,
      audience_id: needed,
      message_id: needed,
      role: needed,
      created_at: number,
      text: needed,
      changes: needed,
      snapshot: needed,
    },
    key: "tenant_id, audience_id, message_id",
    rows: [many, ofATenant, 10, 1],
    indexes: {},
  },
];
