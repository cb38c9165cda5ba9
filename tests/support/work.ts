import type { Writing } from "../../server/context";
import { createIds } from "../../server/ids";
import type { JobContext } from "../../server/jobs/job";
import { type JobName, type JobPayload, jobKinds } from "../../server/jobs/kinds";
import { createLog } from "../../server/log";
import { createPreviews } from "../../server/previews/pool";
import type { Site } from "../../server/site";
import { sql } from "../../server/storage/sql";
import type { TestService } from "./service";
import { testSite } from "./site";

const newId = createIds(Date.now);

interface JobRow {
  tenant_id: string;
  job_id: string;
  kind: string;
  payload: string;
  due_at: number;
}

/** Does a job's work on the service's own database and files. */
export async function runJob<Name extends JobName>(
  service: TestService,
  name: Name,
  tenantId: string,
  payload: JobPayload<Name>,
  now = Date.now(),
): Promise<void> {
  const { db, files } = service;
  const site: Site = { ...testSite, files, previews: createPreviews() };
  const change = <Result>(work: (ctx: Writing) => Promise<Result>) =>
    db.transaction((tx) => work({ db: tx, dialect: db.dialect, tenantId, now, newId, site }));
  const log = createLog(() => {}, Date.now);
  const ctx: JobContext = { tenantId, db, site, log, attempt: 1, clock: () => now, newId, step: change, finish: change };
  // The one place where a kind known by its name meets its payload.
  await (jobKinds[name].run as (ctx: JobContext, payload: JobPayload<Name>) => Promise<void>)(ctx, payload);
}

export function waitingJobs({ db }: TestService): Promise<JobRow[]> {
  return db.all(sql`SELECT tenant_id, job_id, kind, payload, due_at FROM jobs ORDER BY job_id`);
}

/** Runs and removes every job that is due by then, as a runner would. */
export async function runDueJobs(service: TestService, now = Date.now()): Promise<number> {
  const due = (await waitingJobs(service)).filter(({ due_at }) => due_at <= now);
  for (const { tenant_id, job_id, kind, payload } of due) {
    await runJob(service, kind as JobName, tenant_id, JSON.parse(payload), now);
    await service.db.transaction((tx) => tx.run(sql`DELETE FROM jobs WHERE tenant_id = ${tenant_id} AND job_id = ${job_id}`));
  }
  return due.length;
}
