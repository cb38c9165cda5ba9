import type { Dialect } from "../../dialects";

/** Forms that don't say who sends them are found by their visits. Their events are indexed again by a job. */
export function unnamedForms(_: Dialect): string[] {
  return [
    `INSERT INTO submission_identifiers (tenant_id, identifier_hash, submission_id)
      SELECT tenant_id, 'visit:' || visit_id, submission_id FROM form_submissions
      WHERE visit_id IS NOT NULL AND (identifier IS NULL OR (identifier_type = 'tel' AND identifier NOT LIKE '+%'))`,
    `INSERT INTO unindexed_events (tenant_id, type, walked_to, up_to)
      SELECT tenant_id, type, '', max(event_id) FROM events WHERE type = 'form.submitted' GROUP BY tenant_id, type
      ON CONFLICT (tenant_id, type) DO UPDATE SET walked_to = excluded.walked_to, up_to = excluded.up_to`,
  ];
}
