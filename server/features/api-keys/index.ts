export { issueKey } from "./issue-key";
export {
  findKeyByHash,
  findKeysByHash,
  isActive,
  type KeyRow,
  lastUsedMs,
  newestKeys,
  recordKeyUse,
  scopesOf,
  toApiKey,
} from "./queries";
export { revokeKey } from "./revoke-key";
export { hashSecret, isDamaged } from "./secret";
