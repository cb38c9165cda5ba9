export { getAudienceSession } from "./getAudienceSession";
export { getSessionInteractions } from "./getSessionInteractions";
export { listAudienceSessions } from "./listAudienceSessions";
export { listTenantSessions } from "./listTenantSessions";
