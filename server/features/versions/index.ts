import { cancelAudienceVersion } from "./cancelAudienceVersion";
import { createAudienceVersion } from "./createAudienceVersion";
import { createVersionBatch } from "./createVersionBatch";
import { getAudienceVersion } from "./getAudienceVersion";
import { getVersionBatch } from "./getVersionBatch";
import { listAudienceVersions } from "./listAudienceVersions";
import { publishAudienceVersion } from "./publishAudienceVersion";

export { type PageDocument, readDocument, renderDocument } from "./build/document";
export { effectiveFields } from "./build/effective";
export { readSubjects, type Subject, surroundingsOf } from "./build/subject";
export { buildVersions } from "./build-versions";
export { publishFirstVersions } from "./first-version";
export { forgetInVersions } from "./forget";
export { holdAudience } from "./hold";
export { saveLives } from "./life";
export {
  findDocument,
  latestVersion,
  liveVersion,
  newestBuiltVersion,
  toVersion,
  type VersionRow,
} from "./queries";
export { walkVersionBatch } from "./walk-version-batch";

export const versionHandlers = {
  cancelAudienceVersion,
  createAudienceVersion,
  createVersionBatch,
  getAudienceVersion,
  getVersionBatch,
  listAudienceVersions,
  publishAudienceVersion,
};
