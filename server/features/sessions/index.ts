import { getAudienceSession } from "./getAudienceSession";
import { getSessionInteractions } from "./getSessionInteractions";
import { listAudienceSessions } from "./listAudienceSessions";

export { forgetInAddresses, forgetVisitor } from "./forget-visitor";

export const sessionHandlers = { getAudienceSession, getSessionInteractions, listAudienceSessions };
