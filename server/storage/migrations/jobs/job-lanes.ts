import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/**
 * A job that is not ready waits for its time, is claimed, or is dead. A claim is over when `renewals` has not changed for a
 * while; `waits_from` reveals that the clock was set back. Unclaimed jobs from before become ready as those whose time comes.
 */
export function jobLanes({ text, integer, planFor, usePlans }: Dialect): string[] {
  const isDelayed = "ready = 0 AND claimed_by IS NULL AND dead_at IS NULL";
  return [
    "DROP INDEX jobs_due",
    "DROP INDEX jobs_dead",
    `ALTER TABLE jobs ADD COLUMN lane ${text} NOT NULL DEFAULT 'upkeep'`,
    `ALTER TABLE jobs ADD COLUMN ready ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE jobs ADD COLUMN waits_from ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE jobs ADD COLUMN renewals ${integer} NOT NULL DEFAULT 0`,
    "UPDATE jobs SET lane = 'bulkBuilds' WHERE kind = 'walkVersionBatch'",
    "UPDATE jobs SET lane = 'bulkBuilds', kind = 'buildVersionsInBulk' WHERE kind = 'buildVersions' AND priority = 1",
    "UPDATE jobs SET lane = 'builds' WHERE kind = 'buildVersions'",
    "UPDATE jobs SET claimed_by = NULL WHERE dead_at IS NOT NULL",
    "ALTER TABLE jobs DROP COLUMN priority",
    // With the kind, so that looking for a job or counting reads the index alone.
    "CREATE INDEX jobs_ready ON jobs (lane, tenant_id, due_at, job_id, kind) WHERE ready = 1",
    `CREATE INDEX jobs_delayed ON jobs (due_at, lane, kind) WHERE ${isDelayed}`,
    `CREATE INDEX jobs_delayed_from ON jobs (waits_from) WHERE ${isDelayed}`,
    "CREATE INDEX jobs_dead ON jobs (dead_at, lane, kind) WHERE dead_at IS NOT NULL",
    "CREATE INDEX jobs_claimed ON jobs (claimed_by) WHERE claimed_by IS NOT NULL",
    ...planFor("jobs", "jobs_ready", [many, ofATenant, ofATenant / 10, 2, 1, 1]),
    ...planFor("jobs", "jobs_delayed", [many, 2, 2, 2, 1, 1]),
    ...planFor("jobs", "jobs_delayed_from", [many, 2, 1, 1]),
    ...planFor("jobs", "jobs_dead", [many, 2, 2, 2, 1, 1]),
    ...planFor("jobs", "jobs_claimed", [100, 2, 1, 1]),
    ...usePlans,
  ];
}
