import { createApiKey } from "./createApiKey";
import { listApiKeys } from "./listApiKeys";
import { revokeApiKey } from "./revokeApiKey";
import { rotateApiKey } from "./rotateApiKey";

export { issueKey } from "./issueKey";
export { findKeyByHash, isActive, lastUsedMs, newestKeys, recordKeyUse, scopesOf, toApiKey } from "./queries";
export { revokeKey } from "./revokeApiKey";
export { hashSecret, isDamaged } from "./secret";

export const apiKeyHandlers = { createApiKey, listApiKeys, revokeApiKey, rotateApiKey };
