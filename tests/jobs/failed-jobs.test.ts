import { expect, test } from "bun:test";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const newId = createIds(Date.now);

onBothEngines("jobs that failed for good", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  async function leaveFailed(kind: string, failedAt: number, payload = "{}"): Promise<string> {
    const { db } = service();
    const jobId = newId("job");
    const tenantId = await tenantIdOf(db, api());
    await db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, due_at, attempts, last_error, created_at, dead_at)
        VALUES (${tenantId}, ${jobId}, ${kind}, 'upkeep', ${payload}, 0, 0, 5, 'The disk is full', 1000, ${failedAt})`),
    );
    return jobId;
  }

  test("are listed newest first, page by page, and for their own tenant alone", async () => {
    const [older, newest, middle] = [
      await leaveFailed("one", 2_000),
      await leaveFailed("two", 4_000),
      await leaveFailed("three", 3_000),
    ];
    const first = await api().call("listFailedJobs", { query: { limit: 2 } });
    expect(first.items.map(({ jobId }) => jobId)).toEqual([newest, middle]);
    expect(first.totalCount).toBe(3);
    expect(first.items[0]).toEqual({
      jobId: newest,
      kind: "two",
      attempts: 5,
      error: "The disk is full",
      createdAt: "+1000",
      failedAt: "+4000",
    });
    const rest = await api().call("listFailedJobs", { query: { limit: 2, cursor: first.nextCursor as string } });
    expect(rest.items.map(({ jobId }) => jobId)).toEqual([older]);
    const stranger = await createTenant(service(), "stranger");
    expect((await stranger.api.call("listFailedJobs", {})).items).toEqual([]);
    expect((await stranger.api.refusal("retryFailedJob", { params: { job_id: older } })).code).toBe("not_found");
    expect((await api().call("listFailedJobs", {})).totalCount).toBe(3);
  });

  test("run again when they are told to, once", async () => {
    const jobId = await leaveFailed("addToSearchBlocks", 5_000, '{"kind":"assets"}');
    const params = { job_id: jobId };
    expect((await api().send("retryFailedJob", { params })).status).toBe(202);
    await until(async () => {
      const row = await service().db.first(sql`SELECT 1 AS found FROM jobs WHERE job_id = ${jobId}`);
      return row === undefined;
    });
    expect((await api().refusal("retryFailedJob", { params })).code).toBe("not_found");
    expect((await api().call("listFailedJobs", {})).items.map((job) => job.jobId)).not.toContain(jobId);
  });
});
