import type { Dialect } from "../dialects";

export function firstResources({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE tenants (
      tenant_id ${text} NOT NULL,
      name ${text} NOT NULL UNIQUE,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id)
    ) ${tableOptions}`,

    `CREATE TABLE api_keys (
      tenant_id ${text} NOT NULL,
      key_id ${text} NOT NULL,
      name ${text} NOT NULL,
      scopes ${text} NOT NULL,
      hash ${text} NOT NULL UNIQUE,
      hint ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer},
      revoked_at ${integer},
      last_used_at ${integer},
      PRIMARY KEY (tenant_id, key_id)
    ) ${tableOptions}`,

    `CREATE TABLE persons (
      tenant_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      name ${text} NOT NULL,
      email ${text},
      email_key ${text},
      domain ${text},
      slug ${text} NOT NULL,
      phone_number ${text},
      linkedin_profile_url ${text},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, person_id)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX persons_slug ON persons (tenant_id, slug)",
    "CREATE INDEX persons_domain ON persons (tenant_id, domain, person_id) WHERE domain IS NOT NULL",
    "CREATE INDEX persons_email ON persons (tenant_id, email_key, person_id) WHERE email_key IS NOT NULL",

    `CREATE TABLE accounts (
      tenant_id ${text} NOT NULL,
      account_id ${text} NOT NULL,
      domain ${text} NOT NULL,
      name ${text},
      search ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      latest_activity_at ${integer},
      PRIMARY KEY (tenant_id, account_id)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX accounts_domain ON accounts (tenant_id, domain)",

    `CREATE TABLE account_logs (
      tenant_id ${text} NOT NULL,
      account_id ${text} NOT NULL,
      account_log_id ${text} NOT NULL,
      source ${text} NOT NULL,
      type ${text} NOT NULL,
      payload ${text} NOT NULL,
      idempotency_key ${text},
      created_at ${integer} NOT NULL,
      updated_at ${integer},
      deleted_at ${integer},
      PRIMARY KEY (tenant_id, account_id, account_log_id)
    ) ${tableOptions}`,
    `CREATE UNIQUE INDEX account_logs_idempotency_key
      ON account_logs (tenant_id, account_id, idempotency_key) WHERE idempotency_key IS NOT NULL`,

    `CREATE TABLE topics (
      tenant_id ${text} NOT NULL,
      topic_id ${text} NOT NULL,
      title ${text} NOT NULL,
      purpose ${text},
      sort_order ${integer} NOT NULL,
      is_default ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, topic_id)
    ) ${tableOptions}`,
    "CREATE INDEX topics_order ON topics (tenant_id, sort_order, topic_id)",

    `CREATE TABLE topic_entries (
      tenant_id ${text} NOT NULL,
      topic_id ${text} NOT NULL,
      topic_entry_id ${text} NOT NULL,
      sort_order ${integer} NOT NULL,
      type ${text} NOT NULL,
      content ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, topic_id, topic_entry_id)
    ) ${tableOptions}`,

    `CREATE TABLE events (
      tenant_id ${text} NOT NULL,
      event_id ${text} NOT NULL,
      type ${text} NOT NULL,
      subject_id ${text} NOT NULL,
      data ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, event_id)
    ) ${tableOptions}`,
    "CREATE INDEX events_subject ON events (tenant_id, subject_id, event_id)",
    "CREATE INDEX events_type ON events (tenant_id, type, event_id)",

    `CREATE TABLE idempotency (
      tenant_id ${text} NOT NULL,
      operation ${text} NOT NULL,
      idempotency_key ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      status ${integer} NOT NULL,
      subject_id ${text} NOT NULL,
      response ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, operation, idempotency_key)
    ) ${tableOptions}`,
    "CREATE INDEX idempotency_subject ON idempotency (tenant_id, subject_id)",
    "CREATE INDEX idempotency_age ON idempotency (tenant_id, created_at)",

    `CREATE TABLE counters (
      tenant_id ${text} NOT NULL,
      name ${text} NOT NULL,
      slot ${integer} NOT NULL,
      value ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, name, slot)
    ) ${tableOptions}`,
  ];
}
