import type { Handlers } from "../context";
import { accountHandlers } from "./accounts";
import { apiKeyHandlers } from "./api-keys";
import { assetHandlers } from "./assets";
import { audienceHandlers } from "./audiences";
import { brandHandlers } from "./brands";
import { domainHandlers } from "./domains";
import { eventHandlers } from "./events";
import { formHandlers } from "./forms";
import { messageHandlers } from "./messages";
import { pageLinkHandlers } from "./page-links";
import { pageHandlers } from "./pages";
import { personHandlers } from "./persons";
import { sessionHandlers } from "./sessions";
import { topicHandlers } from "./topics";
import { versionHandlers } from "./versions";
import { webhookSubscriptionHandlers } from "./webhook-subscriptions";

export const handlers: Handlers = {
  ...accountHandlers,
  ...apiKeyHandlers,
  ...audienceHandlers,
  ...assetHandlers,
  ...eventHandlers,
  ...messageHandlers,
  ...brandHandlers,
  ...formHandlers,
  ...pageHandlers,
  ...domainHandlers,
  ...eventHandlers,
  ...pageLinkHandlers,
  ...personHandlers,
  ...sessionHandlers,
  ...topicHandlers,
  ...versionHandlers,
  ...webhookSubscriptionHandlers,
};
