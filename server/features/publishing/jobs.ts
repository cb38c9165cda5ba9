import { jobType } from "../../jobs/job";

/** Audiences of a batch in one transaction: few enough that requests don't wait long, enough to share the cost of a commit. */
export const audiencesAtOnce = 50;

export interface BuildPayload {
  versions: { audienceId: string; versionId: string }[];
  /** How often the build has failed. A version that failed is built by a job of its own. */
  failures?: number;
}

export interface VersionBatchWalk {
  batchId: string;
  /** The page's last audience when the batch started. Jobs of earlier versions of Foyer have none. */
  upTo?: string;
}

/** Builds versions of which somebody waits for one. */
export const buildVersionsJob = jobType<BuildPayload>("buildVersions", "builds");
export const buildVersionsInBulkJob = jobType<BuildPayload>("buildVersionsInBulk", "bulkBuilds");
export const walkVersionBatchJob = jobType<VersionBatchWalk>("walkVersionBatch", "bulkBuilds");

export interface BatchVersions {
  batchId: string;
  pageId: string;
  /** The last audience that got a version. */
  upTo: string;
}
export const cancelBatchVersionsJob = jobType<BatchVersions>("cancelBatchVersions", "builds");
