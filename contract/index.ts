import * as audiences from "./audiences/audiences";
import * as messages from "./audiences/messages";
import * as pagePreview from "./audiences/page-preview";
import * as versions from "./audiences/versions";
import * as eventOperations from "./events/events";
import * as webhookDeliveries from "./events/webhook-deliveries";
import * as webhookSubscriptions from "./events/webhook-subscriptions";
import * as apiKeys from "./installation/api-keys";
import * as jobs from "./installation/jobs";
import * as search from "./installation/search";
import * as settings from "./installation/settings";
import { operationsOf } from "./operation";
import * as assets from "./pages/assets";
import * as brands from "./pages/brands";
import * as domains from "./pages/domains";
import * as forms from "./pages/forms";
import * as pageLinks from "./pages/page-links";
import * as pages from "./pages/pages";
import * as topics from "./pages/topics";
import * as accounts from "./people/accounts";
import * as persons from "./people/persons";
import * as timeline from "./people/timeline";
import * as formSubmissions from "./visits/form-submissions";
import * as questions from "./visits/questions";
import * as sessions from "./visits/sessions";
import * as stats from "./visits/stats";

/** The whole API, in the order the reference shows it. */
export const operations = {
  ...operationsOf(pages),
  ...operationsOf(pagePreview),
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
  ...operationsOf(jobs),
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

export * from "./access";
export type { OverrideChanges, Overrides } from "./audiences/audience-overrides";
export {
  type Audience,
  type AudienceLink,
  fieldSources,
  type KeyedAudience,
  keyedAudience,
  type NewAudience,
  newAudience,
} from "./audiences/audiences";
export type { Message } from "./audiences/messages";
export * from "./audiences/version-states";
export { type AudienceVersion, previewMinutes, type VersionBatch } from "./audiences/versions";
export type { BatchOutcome } from "./batches";
export { entityTag, isGuard } from "./entity-tags";
export * from "./errors";
export { eventStream, maxStreamsPerTenant } from "./events/event-stream";
export { type EventActor, type EventData, type EventType, eventRetentionDays, events, eventTypesIn } from "./events/events";
export { deliveryRetentionDays, type WebhookDelivery } from "./events/webhook-deliveries";
export type { SubscriptionFilter, WebhookDisabledReason, WebhookSubscription } from "./events/webhook-subscription";
export { maxSubscriptions } from "./events/webhook-subscriptions";
export { explained } from "./explained";
export { takesIdempotencyKey } from "./idempotency";
export type { ApiKey } from "./installation/api-keys";
export type { FailedJob } from "./installation/jobs";
export type { Found } from "./installation/search";
export { defaultSettings, type Settings, type SettingValues } from "./installation/settings";
export * from "./operation";
export { type Asset, type AssetType, defaultMaxUploadBytes, trashRetentionDays } from "./pages/assets";
export type { Brand } from "./pages/brands";
export type { TenantDomain } from "./pages/domains";
export { type EmptyToken, maxEmptyTokens } from "./pages/empty-tokens";
export { builtInFormId, consentField, type Form, type FormField, type FormWords, formIdPattern } from "./pages/forms";
export type { Metadata, MetadataOverride } from "./pages/metadata";
export { type Action, type ActionInput, hasHeaderAction, noSuchAction } from "./pages/page-content";
export type { PageLink } from "./pages/page-links";
export type { Page, PageChanges } from "./pages/pages";
export * from "./pages/tokens";
export { maxEntriesPerTopic, type Topic, type TopicEntry } from "./pages/topics";
export type { Warning } from "./pages/warnings";
export { defaultLimit, maxExactCount, maxLimit } from "./paging";
export type { Account, AccountLog } from "./people/accounts";
export { type ErasedTable, type NewPerson, newPerson, type Person } from "./people/persons";
export { momentOf, toOptionalTimestamp, toTimestamp } from "./timestamps";
export type { Answer, Question, QuestionStatus } from "./visits/questions";
export type { AudienceSession, Interaction } from "./visits/sessions";
export type { FormSubmission } from "./visits/visitor-forms";
