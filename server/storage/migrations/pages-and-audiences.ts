import type { Dialect } from "../dialects";
import { trash } from "./trash-search";

/** Everything a page is made of, who it is for, and the work that is done on it. */
export function pagesAndAudiences(dialect: Dialect): string[] {
  return [
    ...installation(dialect),
    ...pages(dialect),
    ...audiences(dialect),
    ...links(dialect),
    ...assets(dialect),
    ...trash(dialect),
    ...sessions(dialect),
    ...jobs(dialect),
  ];
}

function installation({ text, tableOptions }: Dialect): string[] {
  return [`CREATE TABLE installation (name ${text} NOT NULL, value ${text} NOT NULL, PRIMARY KEY (name)) ${tableOptions}`];
}

function pages({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE pages (
      tenant_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      name ${text} NOT NULL,
      title ${text} NOT NULL,
      page_context ${text} NOT NULL,
      page_type ${text} NOT NULL,
      status ${text} NOT NULL,
      status_before_archive ${text},
      brand_id ${text} NOT NULL,
      actions ${text} NOT NULL,
      action_card_widgets ${text} NOT NULL,
      footer_links ${text} NOT NULL,
      scripts ${text} NOT NULL,
      header_action_id ${text},
      metadata ${text},
      search ${text} NOT NULL,
      numbered_audiences ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      archived_at ${integer},
      deleted_at ${integer},
      PRIMARY KEY (tenant_id, page_id)
    ) ${tableOptions}`,

    `CREATE TABLE page_topics (
      tenant_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      position ${integer} NOT NULL,
      topic_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, page_id, position)
    ) ${tableOptions}`,
    "CREATE INDEX page_topics_topic ON page_topics (tenant_id, topic_id)",
    "CREATE INDEX topics_default ON topics (tenant_id, sort_order, topic_id) WHERE is_default = 1",

    `CREATE TABLE brands (
      tenant_id ${text} NOT NULL,
      brand_id ${text} NOT NULL,
      name ${text} NOT NULL,
      colors ${text} NOT NULL,
      logo ${text},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, brand_id)
    ) ${tableOptions}`,

    `CREATE TABLE forms (
      tenant_id ${text} NOT NULL,
      form_id ${text} NOT NULL,
      name ${text} NOT NULL,
      instructions ${text},
      fields ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, form_id)
    ) ${tableOptions}`,
    `INSERT INTO forms (tenant_id, form_id, name, instructions, fields, created_at, updated_at)
      SELECT tenant_id, 'form_00000000000000000000000000', 'Contact', NULL, '${builtInFields}', created_at, created_at FROM tenants`,
  ];
}

const builtInFields = JSON.stringify([
  { name: "name", label: "Name", type: "text", required: false, options: [] },
  { name: "email", label: "E-mail", type: "email", required: true, options: [] },
  { name: "message", label: "Message", type: "textarea", required: false, options: [] },
]);

function audiences({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE audiences (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      status ${text} NOT NULL,
      person_id ${text},
      account_id ${text},
      external_id ${text},
      number ${integer},
      custom_name ${text},
      action_form_id_override ${text},
      action_form_instructions_override ${text},
      action_url_override ${text},
      metadata_override ${text},
      supplementary_context ${text},
      is_new_page_agent ${integer} NOT NULL,
      latest_version_id ${text} NOT NULL,
      published_version_id ${text} NOT NULL,
      versions_made ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      archived_at ${integer},
      PRIMARY KEY (tenant_id, audience_id)
    ) ${tableOptions}`,
    "CREATE INDEX audiences_page ON audiences (tenant_id, page_id, audience_id)",
    "CREATE INDEX audiences_status ON audiences (tenant_id, page_id, status, audience_id)",
    "CREATE INDEX audiences_person ON audiences (tenant_id, person_id, audience_id) WHERE person_id IS NOT NULL",
    "CREATE INDEX audiences_account ON audiences (tenant_id, account_id, audience_id) WHERE account_id IS NOT NULL",
    `CREATE UNIQUE INDEX audiences_external_id ON audiences (tenant_id, page_id, external_id) WHERE external_id IS NOT NULL`,

    // Whom an audience was for before, so that they can be erased from what was kept of it then.
    `CREATE TABLE former_persons (
      tenant_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, person_id, audience_id)
    ) ${tableOptions}`,

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

    `CREATE TABLE audience_messages (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      message_id ${text} NOT NULL,
      role ${text} NOT NULL,
      text ${text} NOT NULL,
      changes ${text} NOT NULL,
      snapshot ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, audience_id, message_id)
    ) ${tableOptions}`,
  ];
}

function links({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE domains (
      tenant_id ${text} NOT NULL,
      domain_id ${text} NOT NULL,
      domain ${text} NOT NULL,
      token ${text} NOT NULL,
      verified_at ${integer},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, domain_id)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX domains_domain ON domains (tenant_id, domain)",
    // Whoever proves a domain has it: visitors come with nothing but its name.
    "CREATE UNIQUE INDEX domains_verified ON domains (domain) WHERE verified_at IS NOT NULL",

    // domain_key is the domain's identifier, and empty on the service's own host: NULLs would never collide.
    `CREATE TABLE page_links (
      tenant_id ${text} NOT NULL,
      page_link_id ${text} NOT NULL,
      domain_key ${text} NOT NULL,
      path ${text} NOT NULL,
      target_type ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      deleted_at ${integer},
      PRIMARY KEY (tenant_id, page_link_id)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX page_links_path ON page_links (tenant_id, domain_key, path) WHERE deleted_at IS NULL",
    "CREATE INDEX page_links_domain ON page_links (tenant_id, domain_key, page_link_id) WHERE deleted_at IS NULL",
    "CREATE INDEX page_links_audience ON page_links (tenant_id, audience_id, page_link_id)",

    // Where a link led before: an audience's person may still be in its path.
    `CREATE TABLE former_targets (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      page_link_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, audience_id, page_link_id)
    ) ${tableOptions}`,

    `CREATE TABLE webhook_subscriptions (
      tenant_id ${text} NOT NULL,
      subscription_id ${text} NOT NULL,
      url ${text} NOT NULL,
      events ${text} NOT NULL,
      active ${integer} NOT NULL,
      secret ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, subscription_id)
    ) ${tableOptions}`,
  ];
}

function assets({ text, integer, tableOptions }: Dialect): string[] {
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

function sessions({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE audience_sessions (
      tenant_id ${text} NOT NULL,
      analytics_session_id ${text} NOT NULL,
      audience_session_id ${text},
      audience_id ${text},
      page_id ${text},
      page_title ${text},
      page_url ${text},
      computation_status ${text} NOT NULL,
      form_submission_id ${text},
      form_submission_email ${text},
      form_submission_phone ${text},
      form_submission_identifier ${text},
      form_submission_identifier_type ${text},
      has_conversion ${integer} NOT NULL,
      has_form_submit ${integer} NOT NULL,
      is_bounce ${integer} NOT NULL,
      max_scroll_depth_percentage DOUBLE PRECISION,
      questions_asked_count ${integer} NOT NULL,
      total_clicks_count ${integer} NOT NULL,
      time_spent_seconds DOUBLE PRECISION,
      session_started_at ${integer} NOT NULL,
      session_ended_at ${integer},
      utm_campaign ${text},
      utm_content ${text},
      utm_medium ${text},
      utm_source ${text},
      utm_term ${text},
      PRIMARY KEY (tenant_id, analytics_session_id)
    ) ${tableOptions}`,
    `CREATE UNIQUE INDEX audience_sessions_session
      ON audience_sessions (tenant_id, audience_session_id) WHERE audience_session_id IS NOT NULL`,
    "CREATE INDEX audience_sessions_page ON audience_sessions (tenant_id, page_id, session_started_at, analytics_session_id)",
    "CREATE INDEX audience_sessions_audience ON audience_sessions (tenant_id, audience_id, session_started_at, analytics_session_id)",
    `CREATE INDEX audience_sessions_email ON audience_sessions (tenant_id, lower(form_submission_email))
      WHERE form_submission_email IS NOT NULL`,
    `CREATE INDEX audience_sessions_phone ON audience_sessions (tenant_id, form_submission_phone)
      WHERE form_submission_phone IS NOT NULL`,
    `CREATE INDEX audience_sessions_identifier ON audience_sessions (tenant_id, lower(form_submission_identifier))
      WHERE form_submission_identifier IS NOT NULL`,

    `CREATE TABLE session_interactions (
      tenant_id ${text} NOT NULL,
      audience_session_id ${text} NOT NULL,
      position ${integer} NOT NULL,
      component_context ${text} NOT NULL,
      component_id ${text} NOT NULL,
      grounding_chunk_ids ${text} NOT NULL,
      label ${text} NOT NULL,
      options ${text} NOT NULL,
      response_text ${text} NOT NULL,
      happened_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, audience_session_id, position)
    ) ${tableOptions}`,
  ];
}

function jobs({ text, integer, tableOptions }: Dialect): string[] {
  return [
    // due_at of a claimed job is the end of its lease; claimed_by is of that claim alone, and is the fence.
    `CREATE TABLE jobs (
      tenant_id ${text} NOT NULL,
      job_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      payload ${text} NOT NULL,
      priority ${integer} NOT NULL,
      due_at ${integer} NOT NULL,
      attempts ${integer} NOT NULL,
      claimed_by ${text},
      last_error ${text},
      dead_at ${integer},
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, job_id)
    ) ${tableOptions}`,
    // With what is counted for the metrics, so that counting reads the index alone.
    "CREATE INDEX jobs_due ON jobs (priority, due_at, kind, claimed_by, dead_at) WHERE dead_at IS NULL",
    "CREATE INDEX jobs_dead ON jobs (dead_at, kind) WHERE dead_at IS NOT NULL",
  ];
}
