export { createApiKey } from "./createApiKey";
export { getApiKey } from "./getApiKey";
export { getOwnApiKey } from "./getOwnApiKey";
export { listApiKeys } from "./listApiKeys";
export { revokeApiKey } from "./revokeApiKey";
export { rotateApiKey } from "./rotateApiKey";
export { updateApiKey } from "./updateApiKey";
