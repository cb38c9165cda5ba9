import { jobType } from "../../jobs/job";

export interface BuildPayload {
  versions: { audienceId: string; versionId: string }[];
  /** How often the build has failed. A version that failed is built by a job of its own. */
  failures?: number;
}

/** Somebody waits for one of these versions. */
export const buildVersionsJob = jobType<BuildPayload>("buildVersions", "builds");
export const buildVersionsInBulkJob = jobType<BuildPayload>("buildVersionsInBulk", "bulkBuilds");
export const walkVersionBatchJob = jobType<{ batchId: string }>("walkVersionBatch", "bulkBuilds");
