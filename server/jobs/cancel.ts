import type { Writing } from "../context";
import { sql } from "../storage/sql";

/** Removes a job that has not been claimed yet. False when it has been. */
export async function cancelJob({ db, tenantId }: Writing, jobId: string): Promise<boolean> {
  const cancelled = await db.run(sql`DELETE FROM jobs WHERE tenant_id = ${tenantId} AND job_id = ${jobId} AND attempts = 0`);
  return cancelled === 1;
}
