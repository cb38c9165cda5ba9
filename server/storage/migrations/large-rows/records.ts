import { many, ofATenant } from "../sizes";
import { type LargeTable, needed, number, optional, optionalNumber } from "./table";

/** What happened, and what was answered. */
export const recordTables: readonly LargeTable[] = [
  {
    name: "account_logs",
    columns: {
      tenant_id: needed,
      account_id: needed,
      account_log_id: needed,
      source: needed,
      type: needed,
      idempotency_key: optional,
      created_at: number,
      updated_at: optionalNumber,
      deleted_at: optionalNumber,
      payload: needed,
    },
    key: "tenant_id, account_id, account_log_id",
    rows: [many, ofATenant, 100, 1],
    indexes: {
      account_logs_idempotency_key: {
        unique: true,
        on: "(tenant_id, account_id, idempotency_key) WHERE idempotency_key IS NOT NULL",
        rows: [many, ofATenant, 100, 1],
      },
      account_logs_source: {
        on: "(tenant_id, account_id, source, account_log_id) WHERE deleted_at IS NULL",
        rows: [many, ofATenant, 100, 20, 1],
      },
      account_logs_type: {
        on: "(tenant_id, account_id, type, account_log_id) WHERE deleted_at IS NULL",
        rows: [many, ofATenant, 100, 20, 1],
      },
      account_logs_time: {
        on: "(tenant_id, account_id, created_at, account_log_id) WHERE deleted_at IS NULL",
        rows: [many, ofATenant, 1_000, 1, 1],
      },
    },
  },
  {
    name: "events",
    columns: {
      tenant_id: needed,
      event_id: needed,
      type: needed,
      subject_id: needed,
      created_at: number,
      position: optionalNumber,
      actor: optional,
      data: needed,
    },
    key: "tenant_id, event_id",
    rows: [many, ofATenant, 1],
    indexes: {
      events_subject: { on: "(tenant_id, subject_id, event_id)", rows: [many, ofATenant, 5, 1] },
      events_type: { on: "(tenant_id, type, event_id)", rows: [many, ofATenant, 10_000, 1] },
      events_position: {
        unique: true,
        on: "(tenant_id, position) WHERE position IS NOT NULL",
        rows: [many, ofATenant, 1],
      },
      events_unnumbered: { on: "(event_id, tenant_id) WHERE position IS NULL", rows: [100, 1, 1] },
    },
  },
  {
    name: "idempotency",
    columns: {
      tenant_id: needed,
      operation: needed,
      idempotency_key: needed,
      fingerprint: needed,
      status: number,
      subject_id: needed,
      created_at: number,
      response: needed,
    },
    key: "tenant_id, operation, idempotency_key",
    rows: [many, ofATenant, 10_000, 1],
    indexes: {
      idempotency_subject: { on: "(tenant_id, subject_id)", rows: [many, ofATenant, 2] },
      idempotency_age: { on: "(tenant_id, created_at)", rows: [many, ofATenant, 2] },
    },
  },
];
