import type { Told } from "../support/sentences/told";
import { getAccountLog, updateAccount } from "./accounts";
import { listTrashedAssets } from "./assets";
import { archiveAudience, restoreAudience, updateAudience } from "./audiences";
import { restoreMessage } from "./messages";
import { updatePageLink } from "./page-links";
import { createPage } from "./pages";
import { createPerson, getPerson, listPersons } from "./persons";
import { getAudienceSession, getSessionInteractions } from "./sessions";
import { createTopicEntry, getTopic, listTopics, updateTopic } from "./topics";
import { cancelAudienceVersion, createAudienceVersion } from "./versions";
import { listWebhookSubscriptions } from "./webhook-subscriptions";

/** The contract's operations, by number. */
export const told: readonly Told[] = [
  listTrashedAssets,
  updateAccount,
  updateAudience,
  restoreAudience,
  listTopics,
  createPage,
  updateTopic,
  archiveAudience,
  getAudienceSession,
  createAudienceVersion,
  getAccountLog,
  createPerson,
  updatePageLink,
  cancelAudienceVersion,
  listPersons,
  createTopicEntry,
  getTopic,
  getPerson,
  getSessionInteractions,
  restoreMessage,
  listWebhookSubscriptions,
];
