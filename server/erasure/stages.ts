import { forgetFormerPersons, forgetInAudiences } from "../features/audiences";
import { forgetSubmissions } from "../features/form-submissions";
import { forgetInFormerLinks, forgetInLinks } from "../features/page-links";
import { forgetInVersions } from "../features/publishing";
import {
  claimSent,
  claimSentWithDeleted,
  forgetInAddresses,
  forgetInCampaigns,
  forgetRawVisits,
  forgetVisitor,
  forgetVisitorNumber,
  forgetVisits,
} from "../features/sessions";
import { forgetNotedAudiences } from "./audiences";
import { forgetVisitorEvents } from "./declared-identifiers";
import type { ErasureStage } from "./erasure";
import { forgetIdentifiers, refuseIdentifiers } from "./former-identifiers";
import { forgetAudienceAnswers, forgetAudienceEvents, forgetPersonRecords, forgetSharedAnswers } from "./records";

/**
 * In this order: first nothing new is accepted under the person's identifiers, then the audiences are noted and lose the person,
 * then everything that was made with the person goes, and last what it was found by.
 */
export const stages: readonly ErasureStage[] = [
  refuseIdentifiers,
  forgetInAudiences,
  forgetInVersions,
  forgetInLinks,
  forgetInFormerLinks,
  claimSent,
  claimSentWithDeleted,
  forgetRawVisits,
  forgetVisits,
  forgetVisitor,
  forgetInCampaigns,
  forgetVisitorNumber,
  forgetInAddresses,
  forgetVisitorEvents,
  forgetSubmissions,
  forgetAudienceEvents,
  forgetAudienceAnswers,
  forgetPersonRecords,
  forgetSharedAnswers,
  forgetFormerPersons,
  forgetNotedAudiences,
  forgetIdentifiers,
];
