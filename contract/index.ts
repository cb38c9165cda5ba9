import * as accounts from "./accounts";
import * as apiKeys from "./api-keys";
import * as assets from "./assets";
import * as audiences from "./audiences";
import * as brands from "./brands";
import * as domains from "./domains";
import * as eventOperations from "./events";
import * as formSubmissions from "./form-submissions";
import * as forms from "./forms";
import * as messages from "./messages";
import { operationsOf } from "./operation";
import * as pageLinks from "./page-links";
import * as pages from "./pages";
import * as persons from "./persons";
import * as questions from "./questions";
import * as search from "./search";
import * as sessions from "./sessions";
import * as settings from "./settings";
import * as stats from "./stats";
import * as timeline from "./timeline";
import * as topics from "./topics";
import * as versions from "./versions";
import * as webhookDeliveries from "./webhook-deliveries";
import * as webhookSubscriptions from "./webhook-subscriptions";

/** The whole API, in the order the reference shows it. */
export const operations = {
  ...operationsOf(pages),
  ...operationsOf(search),
  ...operationsOf(audiences),
  ...operationsOf(versions),
  ...operationsOf(messages),
  ...operationsOf(sessions),
  ...operationsOf(stats),
  ...operationsOf(persons),
  ...operationsOf(accounts),
  ...operationsOf(timeline),
  ...operationsOf(topics),
  ...operationsOf(questions),
  ...operationsOf(brands),
  ...operationsOf(forms),
  ...operationsOf(formSubmissions),
  ...operationsOf(assets),
  ...operationsOf(pageLinks),
  ...operationsOf(domains),
  ...operationsOf(webhookSubscriptions),
  ...operationsOf(webhookDeliveries),
  ...operationsOf(eventOperations),
  ...operationsOf(apiKeys),
  ...operationsOf(settings),
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

export type { Account, AccountLog } from "./accounts";
export { type ApiKey, type Scope, scopes } from "./api-keys";
export { type Asset, type AssetType, defaultMaxUploadBytes, trashRetentionDays } from "./assets";
export type { OverrideChanges, Overrides } from "./audience-overrides";
export {
  type Audience,
  type AudienceLink,
  fieldSources,
  type KeyedAudience,
  keyedAudience,
  type NewAudience,
  newAudience,
} from "./audiences";
export type { BatchOutcome } from "./batches";
export type { Brand } from "./brands";
export type { TenantDomain } from "./domains";
export { entityTag, isGuard } from "./entity-tags";
export * from "./errors";
export { eventStream, maxStreamsPerTenant } from "./event-stream";
export { type EventData, type EventType, eventRetentionDays, events, eventTypesIn } from "./events";
export { toOptionalTimestamp, toTimestamp } from "./fields";
export { builtInFormId, consentField, type Form, type FormField, type FormWords } from "./forms";
export type { Message } from "./messages";
export type { Metadata, MetadataOverride } from "./metadata";
export * from "./operation";
export { type Action, type ActionInput, hasHeaderAction, noSuchAction } from "./page-content";
export type { PageLink } from "./page-links";
export type { Page } from "./pages";
export { defaultLimit, maxExactCount, maxLimit } from "./paging";
export { type ErasedTable, type NewPerson, newPerson, type Person } from "./persons";
export type { Answer, Question, QuestionStatus } from "./questions";
export { type Found, foundKinds } from "./search";
export type { AudienceSession, Interaction } from "./sessions";
export { defaultSettings, type Settings, type SettingValues } from "./settings";
export * from "./tokens";
export { maxEntriesPerTopic, type Topic, type TopicEntry } from "./topics";
export * from "./version-states";
export { type AudienceVersion, previewMinutes, type VersionBatch } from "./versions";
export type { FormSubmission } from "./visitor-forms";
export type { Warning } from "./warnings";
export { deliveryRetentionDays, type WebhookDelivery } from "./webhook-deliveries";
export type { SubscriptionFilter, WebhookSubscription } from "./webhook-subscription";
export { maxSubscriptions } from "./webhook-subscriptions";
