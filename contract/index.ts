import * as accounts from "./accounts";
import * as apiKeys from "./api-keys";
import * as assets from "./assets";
import * as audiences from "./audiences";
import * as brands from "./brands";
import * as domains from "./domains";
import * as eventOperations from "./events";
import * as forms from "./forms";
import * as messages from "./messages";
import type { Operation } from "./operation";
import * as pageLinks from "./page-links";
import * as pages from "./pages";
import * as persons from "./persons";
import * as sessions from "./sessions";
import * as topics from "./topics";
import * as versions from "./versions";
import * as webhookSubscriptions from "./webhook-subscriptions";

/** The whole API, in the order the reference shows it. */
export const operations = {
  createPage: pages.createPage,
  listPages: pages.listPages,
  getPage: pages.getPage,
  updatePage: pages.updatePage,
  archivePage: pages.archivePage,
  restorePage: pages.restorePage,
  getPageTopics: pages.getPageTopics,
  setPageTopics: pages.setPageTopics,

  listAudiences: audiences.listAudiences,
  createAudience: audiences.createAudience,
  createAudienceBatch: audiences.createAudienceBatch,
  upsertAudienceByExternalId: audiences.upsertAudienceByExternalId,
  getAudience: audiences.getAudience,
  updateAudience: audiences.updateAudience,
  archiveAudience: audiences.archiveAudience,
  restoreAudience: audiences.restoreAudience,
  getEffectiveAudience: audiences.getEffectiveAudience,
  previewAudience: audiences.previewAudience,
  listAudienceVersions: versions.listAudienceVersions,
  createAudienceVersion: versions.createAudienceVersion,
  getAudienceVersion: versions.getAudienceVersion,
  publishAudienceVersion: versions.publishAudienceVersion,
  cancelAudienceVersion: versions.cancelAudienceVersion,
  createVersionBatch: versions.createVersionBatch,
  getVersionBatch: versions.getVersionBatch,
  listMessages: messages.listMessages,
  createMessage: messages.createMessage,
  restoreMessage: messages.restoreMessage,

  listAudienceSessions: sessions.listAudienceSessions,
  getAudienceSession: sessions.getAudienceSession,
  getSessionInteractions: sessions.getSessionInteractions,

  listPersons: persons.listPersons,
  createPerson: persons.createPerson,
  getPerson: persons.getPerson,
  updatePerson: persons.updatePerson,
  deletePerson: persons.deletePerson,
  upsertPersonByEmail: persons.upsertPersonByEmail,

  listAccounts: accounts.listAccounts,
  createAccount: accounts.createAccount,
  getAccount: accounts.getAccount,
  updateAccount: accounts.updateAccount,
  listAccountLogs: accounts.listAccountLogs,
  createAccountLog: accounts.createAccountLog,
  getAccountLog: accounts.getAccountLog,
  deleteAccountLog: accounts.deleteAccountLog,

  listTopics: topics.listTopics,
  createTopic: topics.createTopic,
  getTopic: topics.getTopic,
  updateTopic: topics.updateTopic,
  deleteTopic: topics.deleteTopic,
  createTopicEntry: topics.createTopicEntry,
  updateTopicEntry: topics.updateTopicEntry,
  deleteTopicEntry: topics.deleteTopicEntry,

  listBrands: brands.listBrands,
  createBrand: brands.createBrand,
  getBrand: brands.getBrand,
  updateBrand: brands.updateBrand,

  listForms: forms.listForms,
  createForm: forms.createForm,
  getForm: forms.getForm,
  updateForm: forms.updateForm,
  deleteForm: forms.deleteForm,

  listAssets: assets.listAssets,
  createAsset: assets.createAsset,
  listTrashedAssets: assets.listTrashedAssets,
  getAsset: assets.getAsset,
  deleteAsset: assets.deleteAsset,
  restoreAsset: assets.restoreAsset,

  listPageLinks: pageLinks.listPageLinks,
  createPageLink: pageLinks.createPageLink,
  getPageLink: pageLinks.getPageLink,
  updatePageLink: pageLinks.updatePageLink,
  deletePageLink: pageLinks.deletePageLink,

  listDomains: domains.listDomains,
  createDomain: domains.createDomain,
  getDomain: domains.getDomain,
  deleteDomain: domains.deleteDomain,
  verifyDomain: domains.verifyDomain,

  listWebhookSubscriptions: webhookSubscriptions.listWebhookSubscriptions,
  createWebhookSubscription: webhookSubscriptions.createWebhookSubscription,
  getWebhookSubscription: webhookSubscriptions.getWebhookSubscription,
  updateWebhookSubscription: webhookSubscriptions.updateWebhookSubscription,
  deleteWebhookSubscription: webhookSubscriptions.deleteWebhookSubscription,
  rotateWebhookSecret: webhookSubscriptions.rotateWebhookSecret,

  listEvents: eventOperations.listEvents,
  getEvent: eventOperations.getEvent,

  listApiKeys: apiKeys.listApiKeys,
  createApiKey: apiKeys.createApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  rotateApiKey: apiKeys.rotateApiKey,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;

export type { Account, AccountLog } from "./accounts";
export { type ApiKey, type Scope, scopes } from "./api-keys";
export { type Asset, type AssetType, defaultMaxUploadBytes, trashRetentionDays } from "./assets";
export type { Overrides } from "./audience-overrides";
export { type Audience, fieldSources, type NewAudience, newAudience, previewMinutes } from "./audiences";
export type { Brand } from "./brands";
export type { TenantDomain } from "./domains";
export * from "./errors";
export { type EventData, type EventType, eventRetentionDays, events } from "./events";
export { toOptionalTimestamp, toTimestamp } from "./fields";
export { builtInFormId, type Form, type FormField } from "./forms";
export type { Message } from "./messages";
export type { Metadata, MetadataOverride } from "./metadata";
export * from "./operation";
export type { PageLink } from "./page-links";
export { type Action, type ActionInput, hasHeaderAction, noSuchAction } from "./page-parts";
export type { Page } from "./pages";
export { defaultLimit, maxExactCount, maxLimit } from "./paging";
export type { Person } from "./persons";
export type { AudienceSession, Interaction } from "./sessions";
export * from "./tokens";
export { maxEntriesPerTopic, type Topic, type TopicEntry } from "./topics";
export * from "./version-states";
export type { AudienceVersion, VersionBatch } from "./versions";
export type { WebhookSubscription } from "./webhook-subscription";
export { maxSubscriptions } from "./webhook-subscriptions";
