export { changeAudience } from "./changes/change-audience";
export { forgetFormerPersons, forgetInAudiences } from "./changes/forget";
export { indexAudiencesOf, indexAudiencesOfOwner } from "./changes/index-audiences";
export { overrideColumns } from "./changes/overrides";
export { findMessage, messagesById, newestMessages, toMessage } from "./history/message-queries";
export {
  type AudienceRow,
  audiencesAfterToChange,
  audiencesById,
  audiencesToChange,
  findAudienceRow,
  findAudienceToChange,
  findServedAudience,
  formerPersonsOf,
  lastAudienceOf,
  type ServedAudience,
  servedAudiences,
  updateAudienceStates,
} from "./queries";
export { audiencesInParts } from "./reading/account-parts";
export { audiencesOfAccount } from "./reading/filter";
export { foundAudiences } from "./reading/found-audiences";
export { effectiveMetadata } from "./reading/metadata";
export { audiencesOfMissingForms } from "./reading/missing-forms";
export { computedName } from "./reading/names";
export { whomAudiencesAreFor } from "./reading/whom-for";
