export {
  type BuildOutput,
  type BuiltVersion,
  deleteDocuments,
  deleteReplacedDocuments,
  findDocument,
  hasDocument,
  insertDocuments,
  newestBuiltVersion,
  replaceDocument,
  sizeOf,
  stalePages,
  versionsShowing,
} from "./document-queries";
export { findParts, removeUnusedParts, removeUnusedSets } from "./part-queries";
export {
  findVersion,
  insertVersions,
  isOpen,
  latestVersion,
  liveVersion,
  liveVersions,
  momentColumns,
  onceLiveVersions,
  openVersions,
  toVersion,
  updateVersions,
  type VersionRow,
} from "./queries";
