import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** What visitors' browsers send, the visits that it belongs to, and what sessions say beside the contract's fields. */
export function visits({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  const ofAPage = 10_000;
  const flags = "has_conversion, has_form_submit, is_bounce";
  const place = "session_started_at, analytics_session_id";
  return [
    `CREATE TABLE visit_events (
      tenant_id ${text} NOT NULL,
      visit_key ${text} NOT NULL,
      load_key ${text} NOT NULL,
      seq ${integer} NOT NULL,
      type ${text} NOT NULL,
      at_ms ${integer} NOT NULL,
      sent_ms ${integer} NOT NULL,
      received_at ${integer} NOT NULL,
      data ${text} NOT NULL,
      PRIMARY KEY (tenant_id, visit_key, load_key, seq)
    ) ${tableOptions}`,
    `CREATE TABLE visits (
      tenant_id ${text} NOT NULL,
      visit_key ${text} NOT NULL,
      analytics_session_id ${text} NOT NULL,
      audience_session_id ${text} NOT NULL,
      audience_id ${text},
      page_id ${text} NOT NULL,
      version_id ${text},
      first_received_at ${integer} NOT NULL,
      due_at ${integer},
      PRIMARY KEY (tenant_id, visit_key)
    ) ${tableOptions}`,
    "CREATE INDEX visits_due ON visits (tenant_id, due_at) WHERE due_at IS NOT NULL",
    "CREATE INDEX visits_session ON visits (tenant_id, analytics_session_id)",
    "CREATE INDEX visits_audience ON visits (tenant_id, audience_id, visit_key)",
    "CREATE INDEX visits_age ON visits (tenant_id, first_received_at)",

    `ALTER TABLE audience_sessions ADD COLUMN kind ${text} NOT NULL DEFAULT 'person'`,
    `ALTER TABLE audience_sessions ADD COLUMN kind_reasons ${text} NOT NULL DEFAULT '[]'`,
    `ALTER TABLE audience_sessions ADD COLUMN version_id ${text}`,
    `ALTER TABLE audience_sessions ADD COLUMN last_seen_at ${integer}`,
    // With the kind, because lists show one kind; with every flag, so that counting reads the index alone.
    "DROP INDEX audience_sessions_page",
    "DROP INDEX audience_sessions_conversions",
    "DROP INDEX audience_sessions_form_submits",
    "DROP INDEX audience_sessions_bounces",
    `CREATE INDEX audience_sessions_page ON audience_sessions (tenant_id, page_id, kind, ${place}, ${flags})`,
    `CREATE INDEX audience_sessions_conversions ON audience_sessions
      (tenant_id, page_id, kind, ${place}, has_form_submit, is_bounce) WHERE has_conversion = 1`,
    `CREATE INDEX audience_sessions_form_submits ON audience_sessions
      (tenant_id, page_id, kind, ${place}, has_conversion, is_bounce) WHERE has_form_submit = 1`,
    `CREATE INDEX audience_sessions_bounces ON audience_sessions
      (tenant_id, page_id, kind, ${place}, has_conversion, has_form_submit) WHERE is_bounce = 1`,
    `CREATE INDEX audience_sessions_tenant ON audience_sessions (tenant_id, kind, ${place}, ${flags})`,
    ...[...flagIndexes].map(
      ([name, flag]) =>
        `CREATE INDEX audience_sessions_tenant_${name} ON audience_sessions (tenant_id, kind, ${place}, ${flags}) WHERE ${flag} = 1`,
    ),
    `CREATE INDEX audience_sessions_version ON audience_sessions (tenant_id, version_id, kind, ${place}) WHERE version_id IS NOT NULL`,
    `CREATE INDEX audience_sessions_pending ON audience_sessions (tenant_id, kind, ${place}, last_seen_at)
      WHERE computation_status = 'pending'`,
    ...utmFields.map(
      (field) =>
        `CREATE INDEX audience_sessions_${field} ON audience_sessions (tenant_id, ${field}, kind, ${place}) WHERE ${field} IS NOT NULL`,
    ),
    ...planFor("visit_events", "visit_events", [many * 10, ofATenant * 10, 10, 5, 1]),
    ...planFor("visits", "visits", [many, ofATenant, 1]),
    ...planFor("visits", "visits_due", [many / 100, ofATenant / 100, 2]),
    ...planFor("visits", "visits_session", [many, ofATenant, 1]),
    ...planFor("visits", "visits_audience", [many, ofATenant, 10, 1]),
    ...planFor("visits", "visits_age", [many, ofATenant, 1]),
    ...planFor("audience_sessions", "audience_sessions_page", [many, ofATenant, ofAPage, ofAPage / 2, 2, 1, 1, 1, 1]),
    ...planFor("audience_sessions", "audience_sessions_conversions", [
      many / 100,
      ofATenant / 100,
      ofAPage / 100,
      ofAPage / 100,
      2,
      1,
      1,
      1,
    ]),
    ...planFor("audience_sessions", "audience_sessions_form_submits", [
      many / 100,
      ofATenant / 100,
      ofAPage / 100,
      ofAPage / 100,
      2,
      1,
      1,
      1,
    ]),
    ...planFor("audience_sessions", "audience_sessions_bounces", [many / 2, ofATenant / 2, ofAPage / 2, ofAPage / 4, 2, 1, 1, 1]),
    ...planFor("audience_sessions", "audience_sessions_tenant", [many, ofATenant, ofATenant / 2, 2, 1, 1, 1, 1]),
    ...[...flagIndexes.keys()].flatMap((name) =>
      planFor("audience_sessions", `audience_sessions_tenant_${name}`, [
        many / 100,
        ofATenant / 100,
        ofATenant / 200,
        2,
        1,
        1,
        1,
        1,
      ]),
    ),
    ...planFor("audience_sessions", "audience_sessions_version", [many, ofATenant, 10, 5, 2, 1]),
    ...planFor("audience_sessions", "audience_sessions_pending", [many / 1_000, ofATenant / 1_000, ofATenant / 2_000, 2, 1, 1]),
    ...utmFields.flatMap((field) =>
      planFor("audience_sessions", `audience_sessions_${field}`, [many / 2, ofATenant / 2, 500, 250, 2, 1]),
    ),
    ...usePlans,
  ];
}

const flagIndexes = new Map([
  ["conversions", "has_conversion"],
  ["form_submits", "has_form_submit"],
  ["bounces", "is_bounce"],
]);
const utmFields = ["utm_campaign", "utm_content", "utm_medium", "utm_source", "utm_term"];
