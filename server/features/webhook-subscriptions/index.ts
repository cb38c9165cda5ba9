import { createWebhookSubscription } from "./createWebhookSubscription";
import { deleteWebhookSubscription } from "./deleteWebhookSubscription";
import { getWebhookSubscription } from "./getWebhookSubscription";
import { listWebhookSubscriptions } from "./listWebhookSubscriptions";
import { rotateWebhookSecret } from "./rotateWebhookSecret";
import { updateWebhookSubscription } from "./updateWebhookSubscription";

export const webhookSubscriptionHandlers = {
  createWebhookSubscription,
  deleteWebhookSubscription,
  getWebhookSubscription,
  listWebhookSubscriptions,
  rotateWebhookSecret,
  updateWebhookSubscription,
};
