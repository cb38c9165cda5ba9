export { saveLives } from "./audience-life";
export {
  endedEarly,
  findBatchToChange,
  findBatchWithStates,
  insertBatch,
  newestBatches,
  runningBatch,
  toBatch,
  updateBatch,
} from "./batch-queries";
export { renderDocument, renderInput } from "./build/document";
export { effectiveView } from "./build/effective";
export { type BuildInput, readInput, sharedInputOf, unsavedInput } from "./build/input";
export { createSharedPages, type ServedDocument, servedDocuments } from "./build/served-documents";
export { readDocument } from "./build/stored-document";
export { pageFaults } from "./build/warnings";
export { buildVersions, buildVersionsInBulk } from "./build-versions";
export { cancelBatchVersions } from "./cancel-batch-versions";
export { publishFirstVersions } from "./first-version";
export { forgetInVersions } from "./forget";
export { cancelBatchVersionsJob, walkVersionBatchJob } from "./jobs";
export { lockAudience, versionOf } from "./lock-audiences";
export { removeUnusedPartsJob, removeUnusedSharedParts } from "./remove-unused-parts";
export { noteRenderer, type RenderedVersion, renderAgain, renderAgainJob, renderKept, renderVersion } from "./render-again";
export { walkVersionBatch } from "./walk-version-batch";
