import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** Sums over the sessions of a quarter of an hour, for each page and for the whole tenant. */
export function sessionRollups({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    `CREATE TABLE session_rollups (
      tenant_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      started_at ${integer} NOT NULL,
      visits ${integer} NOT NULL,
      bounces ${integer} NOT NULL,
      conversions ${integer} NOT NULL,
      questions ${integer} NOT NULL,
      forms ${integer} NOT NULL,
      time_ms ${integer} NOT NULL,
      scroll_sum ${integer} NOT NULL,
      scroll_count ${integer} NOT NULL,
      audiences ${text} NOT NULL,
      persons ${text} NOT NULL,
      times ${text} NOT NULL,
      PRIMARY KEY (tenant_id, page_id, kind, started_at)
    ) ${tableOptions}`,
    `CREATE TABLE visitor_numbers (
      tenant_id ${text} NOT NULL,
      subject_id ${text} NOT NULL,
      number ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, subject_id)
    ) ${tableOptions}`,
    `ALTER TABLE audience_sessions ADD COLUMN declared_visitor ${integer}`,
    // The timeline of an account has its log entries by time.
    "CREATE INDEX account_logs_time ON account_logs (tenant_id, account_id, created_at, account_log_id) WHERE deleted_at IS NULL",
    ...planFor("account_logs", "account_logs_time", [many, ofATenant, 1_000, 1, 1]),
    ...planFor("session_rollups", "session_rollups", [many, ofATenant, 1_000, 500, 1]),
    ...planFor("visitor_numbers", "visitor_numbers", [many, ofATenant, 1]),
    ...usePlans,
  ];
}
