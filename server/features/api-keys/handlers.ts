export { createApiKey } from "./createApiKey";
export { listApiKeys } from "./listApiKeys";
export { revokeApiKey } from "./revokeApiKey";
export { rotateApiKey } from "./rotateApiKey";
