import type { Site, Writing } from "../../../server/context";
import { createPreviews } from "../../../server/images/pool";
import type { JobContext } from "../../../server/jobs/job";
import { jobKinds } from "../../../server/main";
import { createIds } from "../../../server/records/ids";
import { sql } from "../../../server/storage/sql";
import { createLog } from "../../../server/telemetry/log";
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
export async function runJob(
  service: TestService,
  name: string,
  tenantId: string,
  payload: unknown,
  now = Date.now(),
): Promise<void> {
  const { db, files } = service;
  const site: Site = { ...testSite, files, previews: createPreviews() };
  const change = <Result>(work: (ctx: Writing) => Promise<Result>) =>
    db.transaction((tx) => work({ db: tx, dialect: db.dialect, tenantId, now, newId, site }));
  const log = createLog(() => {}, Date.now);
  const place = { tenantId, db, dialect: db.dialect, site };
  const ctx: JobContext = { ...place, log, attempt: 1, clock: () => now, newId, step: change, finish: change };
  // The one place where a kind known by its name meets its payload.
  await jobKinds[name]?.run(ctx, payload as never);
}

export function waitingJobs({ db }: TestService): Promise<JobRow[]> {
  return db.all(sql`SELECT tenant_id, job_id, kind, payload, due_at FROM jobs ORDER BY job_id`);
}

/** Runs and removes every job that is due by then, as a runner would. */
export async function runDueJobs(service: TestService, now = Date.now()): Promise<number> {
  const due = (await waitingJobs(service)).filter(({ due_at }) => due_at <= now);
  for (const { tenant_id, job_id, kind, payload } of due) {
    await runJob(service, kind, tenant_id, JSON.parse(payload), now);
    await service.db.transaction((tx) => tx.run(sql`DELETE FROM jobs WHERE tenant_id = ${tenant_id} AND job_id = ${job_id}`));
  }
  return due.length;
}
