export { changeAudience } from "./changes/change-audience";
export { forgetInAudiences } from "./changes/forget";
export { toOverrides } from "./changes/overrides";
export { openPreview } from "./preview-url";
export {
  type AudienceRow,
  audienceExists,
  audiencesAfterToChange,
  audiencesById,
  audiencesToChange,
  findAudienceRow,
  findAudienceToChange,
  findServedAudience,
  lastAudienceOf,
  updateAudienceState,
} from "./queries";
export { effectiveMetadata } from "./reading/metadata";
export { computedName } from "./reading/names";
