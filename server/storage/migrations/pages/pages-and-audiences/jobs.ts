import type { Dialect } from "../../../dialects";

export function jobs({ text, integer, tableOptions }: Dialect): string[] {
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
