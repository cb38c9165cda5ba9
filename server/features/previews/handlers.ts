export { previewAudience } from "./previewAudience";
export { previewAudienceVersion } from "./previewAudienceVersion";
export { previewPage } from "./previewPage";
