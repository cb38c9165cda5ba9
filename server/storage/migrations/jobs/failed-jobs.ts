import type { Dialect } from "../../dialects";
import { many } from "../sizes";

/** A tenant's dead letters, newest first, without a look at its other jobs or at those of others. */
export function failedJobs({ planFor, usePlans }: Dialect): string[] {
  return [
    "CREATE INDEX jobs_dead_of_tenant ON jobs (tenant_id, dead_at, job_id) WHERE dead_at IS NOT NULL",
    ...planFor("jobs", "jobs_dead_of_tenant", [many, 100, 2, 1]),
    ...usePlans,
  ];
}
