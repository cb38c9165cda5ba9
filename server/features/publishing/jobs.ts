import { jobType } from "../../jobs/job";

export interface BuildPayload {
  versions: { audienceId: string; versionId: string }[];
  /** How often the build of this one version has failed: a version that failed is built alone. */
  failures?: number;
}

export const buildVersionsJob = jobType<BuildPayload>("buildVersions");
export const walkVersionBatchJob = jobType<{ batchId: string }>("walkVersionBatch");
