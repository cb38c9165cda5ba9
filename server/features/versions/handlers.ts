export { cancelAudienceVersion } from "./cancelAudienceVersion";
export { createAudienceVersion } from "./createAudienceVersion";
export { createVersionBatch } from "./createVersionBatch";
export { getAudienceVersion } from "./getAudienceVersion";
export { getVersionBatch } from "./getVersionBatch";
export { listAudienceVersions } from "./listAudienceVersions";
export { publishAudienceVersion } from "./publishAudienceVersion";
