import * as accounts from "./accounts";
import * as apiKeys from "./api-keys";
import * as assets from "./assets";
import * as audiences from "./audiences";
import * as brands from "./brands";
import * as eventOperations from "./events";
import * as forms from "./forms";
import type { Operation } from "./operation";
import * as pageLinks from "./page-links";
import * as pages from "./pages";
import * as persons from "./persons";
import * as sessions from "./sessions";
import * as topics from "./topics";
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

  updateAudience: audiences.updateAudience,
  archiveAudience: audiences.archiveAudience,
  restoreAudience: audiences.restoreAudience,
  createAudienceVersion: audiences.createAudienceVersion,
  cancelAudienceVersion: audiences.cancelAudienceVersion,
  restoreMessage: audiences.restoreMessage,

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

  listTrashedAssets: assets.listTrashedAssets,
  updatePageLink: pageLinks.updatePageLink,
  listWebhookSubscriptions: webhookSubscriptions.listWebhookSubscriptions,

  listEvents: eventOperations.listEvents,
  getEvent: eventOperations.getEvent,

  listApiKeys: apiKeys.listApiKeys,
  createApiKey: apiKeys.createApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  rotateApiKey: apiKeys.rotateApiKey,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** Those the server answers today. */
export type ServedOperationId = {
  [Id in OperationId]: Operations[Id] extends { planned: true } ? never : Id;
}[OperationId];

export type { Account, AccountLog } from "./accounts";
export { type ApiKey, type Scope, scopes } from "./api-keys";
export type { Brand } from "./brands";
export * from "./errors";
export { type EventData, type EventType, eventRetentionDays, events } from "./events";
export { toOptionalTimestamp, toTimestamp } from "./fields";
export { builtInFormId, type Form, type FormField } from "./forms";
export * from "./operation";
export { type Action, type ActionInput, hasHeaderAction, noSuchAction } from "./page-parts";
export type { Page } from "./pages";
export { defaultLimit, maxExactCount, maxLimit } from "./paging";
export type { Person } from "./persons";
export { maxEntriesPerTopic, type Topic, type TopicEntry } from "./topics";
