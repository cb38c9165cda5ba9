import { jobType, type NamedJobKind } from "../../jobs/job";
import { fileKey } from "./serving/addresses";
import { variantKeys } from "./serving/variants";

/** A stored file that no asset was made of is removed after this time: far longer than it takes to make one. */
export const unusedFileMs = 600_000;

export const removeFileJob = jobType<{ fileId: string }>("removeFile", "upkeep");

/** Removes a file whose asset is deleted for good or was never created. */
export const removeFile: NamedJobKind<{ fileId: string }> = {
  type: removeFileJob,
  maxAttempts: 20,
  async run({ site, tenantId }, { fileId }) {
    await Promise.all([
      site.files.remove(fileKey(tenantId, fileId, "original")),
      site.files.remove(fileKey(tenantId, fileId, "preview")),
      ...variantKeys(tenantId, fileId).map((key) => site.files.remove(key)),
    ]);
  },
};
