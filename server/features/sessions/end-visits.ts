import { jobType, type NamedJobKind } from "../../jobs/job";
import { hasDueVisit } from "../../visits/due-visits";
import { allTenants } from "../tenants";
import { computeSomeVisits } from "./compute-visits";

export const endVisitsJob = jobType<null>("endVisits", "visits");

/** Computes visits that are over, and those for which no job was there. */
export const endVisits: NamedJobKind<null> = {
  type: endVisitsJob,
  maxAttempts: 5,
  async run(job) {
    for (const { tenant_id: tenantId } of await allTenants(job.db)) {
      if (!(await hasDueVisit(job.db, tenantId, job.clock()))) continue;
      while ((await job.step((ctx) => computeSomeVisits({ ...ctx, tenantId }))) > 0);
    }
  },
};
