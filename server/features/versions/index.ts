export {
  type BuildOutput,
  type BuiltVersion,
  deleteOldDocumentsOf,
  findDocument,
  insertDocuments,
  newestBuiltVersion,
  replaceDocument,
  sizeOf,
  versionsShowing,
} from "./document-queries";
export {
  findVersion,
  insertVersions,
  isOpen,
  latestVersion,
  liveVersion,
  liveVersions,
  momentColumns,
  openVersions,
  toVersion,
  updateVersions,
  type VersionRow,
} from "./queries";
