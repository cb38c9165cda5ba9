import type { JobKind } from "../../jobs/job";
import { fileKey } from "./addresses";

/** A file whose asset is deleted for good, or never came to be. */
export const removeFile: JobKind<{ fileId: string }> = {
  maxAttempts: 20,
  async run({ site, tenantId }, { fileId }) {
    await Promise.all([
      site.files.remove(fileKey(tenantId, fileId, "original")),
      site.files.remove(fileKey(tenantId, fileId, "preview")),
    ]);
  },
};
