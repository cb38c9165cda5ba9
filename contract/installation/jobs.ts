import * as z from "zod";
import { count, identifier, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";

const failedJob = lazy(() =>
  z
    .strictObject({
      jobId: identifier,
      kind: z.string().meta({ description: "What it was to do", examples: ["buildVersions"] }),
      attempts: count,
      error: z.string().nullable().meta({ description: "Why the last attempt failed" }),
      createdAt: timestamp,
      failedAt: timestamp,
    })
    .meta({ id: "FailedJob" }),
);
export type FailedJob = Made<typeof failedJob>;

export const listFailedJobs = operation({
  tier: "extension",
  summary: "List the jobs that failed for good, newest first",
  description: "Work in the background that was given up after its last attempt. It stays here until it is run again.",
  method: "GET",
  path: "/v0/failed_jobs",
  access: "jobs:read",
  query: z.strictObject({ ...paging }),
  response: () => envelope(failedJob(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const retryFailedJob = operation({
  tier: "extension",
  summary: "Run a failed job again",
  description: "From its first attempt on. If it fails for good again, it is back in the list.",
  method: "POST",
  path: "/v0/failed_jobs/{job_id}/retry",
  access: "jobs:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: failedJob,
  status: 202,
  errors: ["not_found"],
});
