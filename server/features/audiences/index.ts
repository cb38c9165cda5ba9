import { archiveAudience } from "./archiveAudience";
import { createAudience } from "./createAudience";
import { createAudienceBatch } from "./createAudienceBatch";
import { getAudience } from "./getAudience";
import { getEffectiveAudience } from "./getEffectiveAudience";
import { listAudiences } from "./listAudiences";
import { previewAudience } from "./previewAudience";
import { restoreAudience } from "./restoreAudience";
import { updateAudience } from "./updateAudience";
import { upsertAudienceByExternalId } from "./upsertAudienceByExternalId";

export { changeAudience } from "./change-audience";
export { forgetInAudiences } from "./forget";
export { effectiveMetadata } from "./metadata";
export { computedName } from "./names";
export { toOverrides } from "./overrides";
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
  updateAudienceState,
} from "./queries";

export const audienceHandlers = {
  archiveAudience,
  createAudience,
  createAudienceBatch,
  getAudience,
  getEffectiveAudience,
  listAudiences,
  previewAudience,
  restoreAudience,
  updateAudience,
  upsertAudienceByExternalId,
};
