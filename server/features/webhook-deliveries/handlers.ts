export { getWebhookDelivery } from "./getWebhookDelivery";
export { listWebhookDeliveries } from "./listWebhookDeliveries";
export { recoverWebhookDeliveries } from "./recoverWebhookDeliveries";
export { redeliverWebhookDelivery } from "./redeliverWebhookDelivery";
export { testWebhookSubscription } from "./testWebhookSubscription";
