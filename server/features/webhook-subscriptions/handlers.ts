export { createWebhookSubscription } from "./createWebhookSubscription";
export { deleteWebhookSubscription } from "./deleteWebhookSubscription";
export { getWebhookSubscription } from "./getWebhookSubscription";
export { getWebhookSubscriptionDetails } from "./getWebhookSubscriptionDetails";
export { listWebhookSubscriptions } from "./listWebhookSubscriptions";
export { rotateWebhookSecret } from "./rotateWebhookSecret";
export { updateWebhookSubscription } from "./updateWebhookSubscription";
