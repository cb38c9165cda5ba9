import type { Writing } from "../context";
import { sql } from "../storage/sql";

/** Takes back a job that nobody has begun. False when it is too late. */
export async function cancelJob({ db, tenantId }: Writing, jobId: string): Promise<boolean> {
  const cancelled = await db.run(sql`DELETE FROM jobs WHERE tenant_id = ${tenantId} AND job_id = ${jobId} AND attempts = 0`);
  return cancelled === 1;
}
