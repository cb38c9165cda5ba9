import {
  boolean,
  count,
  id,
  listOf,
  matching,
  number,
  object,
  oneOf,
  optional,
  orNull,
  phoneNumber,
  type Shape,
  slug,
  string,
  strings,
  timestamp,
} from "../support/sentences/shapes";

export const metadataTexts = [
  ...["title", "description", "author", "canonicalUrl", "themeColor", "ogTitle", "ogDescription", "ogImageAlt", "ogSiteName"],
  ...["ogUrl", "twitterTitle", "twitterDescription", "twitterImageAlt", "twitterSite", "twitterCreator"],
];
export const metadataImages = ["ogImageUrl", "ogImageFileId", "twitterImageUrl", "twitterImageFileId"];

/** `robots` defaults to empty. */
const metadata = {
  ...Object.fromEntries([...metadataTexts, ...metadataImages].map((field) => [field, optional(string)])),
  keywords: optional(strings),
  robots: listOf(string),
};

/** All that a request may say. */
export const wholeMetadata = {
  ...Object.fromEntries(metadataTexts.map((field) => [field, /url/i.test(field) ? "https://acme.example/é?a=1" : `${field} ☕`])),
  keywords: ["anvils", ""],
  robots: ["noindex", "nofollow"],
};

export const page = {
  pageId: id("page"),
  name: string,
  title: string,
  pageContext: string,
  pageType: oneOf("inbound", "outbound", "call_followup", "sales_deck", "custom"),
  status: oneOf("archived", "draft", "published"),
  brandId: string,
  actions: listOf({
    actionId: string,
    actionIndex: number,
    purpose: string,
    buttonTitle: string,
    actionType: string,
    url: string,
  }),
  actionCardWidgets: listOf({
    type: string,
    title: string,
    logos: listOf({ image: { altText: string, url: string, fileId: string, assetId: string } }),
  }),
  footerLinks: listOf({ id: string, title: string, links: listOf({ id: string, text: string, url: string }) }),
  scripts: listOf({ content: string, enabled: boolean, name: string, description: string }),
  headerActionId: optional(string),
  metadata: optional(metadata),
  audiencesCount: count,
  createdAt: timestamp,
  updatedAt: timestamp,
  archivedAt: orNull(timestamp),
  deletedAt: orNull(timestamp),
};

const versionStatus = oneOf("archived", "cancelled", "draft", "pending", "processing", "published", "queued");

export const version = {
  versionId: id("version"),
  audienceId: id("audience"),
  versionNumber: count,
  status: versionStatus,
  isNewPageAgent: boolean,
  supplementaryContext: orNull(string),
  queueDurationMs: orNull(number),
  createdAt: timestamp,
  becameDraftAt: orNull(timestamp),
  queuedAt: orNull(timestamp),
  publishedAt: orNull(timestamp),
  cancelledAt: orNull(timestamp),
  obsoleteAt: orNull(timestamp),
  archivedAt: orNull(timestamp),
};

export const audience = {
  audienceId: id("audience"),
  pageId: id("page"),
  status: versionStatus,
  computedName: string,
  customName: orNull(string),
  effectiveName: string,
  actionFormIdOverride: orNull(string),
  actionFormInstructionsOverride: orNull(string),
  actionUrlOverride: orNull(string),
  supplementaryContext: orNull(string),
  isNewPageAgent: boolean,
  personId: orNull(id("person")),
  personRouteKey: orNull(string),
  latestVersion: version,
  publishedVersion: version,
  createdAt: timestamp,
  archivedAt: orNull(timestamp),
  effectiveMetadata: optional(metadata),
  // An override of `robots` that was never given is the page's.
  metadataOverride: optional({ ...metadata, robots: optional(strings) }),
};

export const session = {
  analyticsSessionId: id("visit"),
  audienceSessionId: orNull(id("session")),
  audienceId: orNull(string),
  pageId: orNull(string),
  pageTitle: orNull(string),
  pageUrl: orNull(string),
  computationStatus: oneOf("pending", "completed", "failed"),
  formSubmissionId: orNull(string),
  formSubmissionEmail: orNull(string),
  formSubmissionPhone: orNull(string),
  formSubmissionIdentifier: orNull(string),
  formSubmissionIdentifierType: orNull(oneOf("email", "linkedin", "tel")),
  hasConversion: boolean,
  hasFormSubmit: boolean,
  isBounce: boolean,
  maxScrollDepthPercentage: orNull(number),
  questionsAskedCount: number,
  totalClicksCount: number,
  timeSpentSeconds: orNull(number),
  sessionStartedAt: timestamp,
  sessionEndedAt: orNull(timestamp),
  utmCampaign: orNull(string),
  utmContent: orNull(string),
  utmMedium: orNull(string),
  utmSource: orNull(string),
  utmTerm: orNull(string),
};

export const interactions = {
  found: boolean,
  interactions: listOf({
    componentContext: string,
    componentId: string,
    groundingChunkIds: strings,
    label: string,
    options: strings,
    responseText: string,
    timestamp: number,
  }),
};

export const topicEntry = {
  topicEntryId: id("entry"),
  topicId: id("topic"),
  sortOrder: number,
  content: { type: string, content: string },
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const topic = {
  topicId: id("topic"),
  title: string,
  purpose: orNull(string),
  sortOrder: number,
  isDefault: boolean,
  createdAt: timestamp,
  updatedAt: timestamp,
  entries: listOf(topicEntry),
};

export const person = {
  personId: id("person"),
  name: string,
  email: orNull(string),
  domain: orNull(matching(/^./s)),
  slug: string,
  phoneNumber: orNull(phoneNumber),
  linkedinProfileUrl: orNull(matching(/^./s)),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const account = {
  accountId: matching(/^account_[a-z0-9]{26}$/),
  domain: matching(/^./s),
  name: orNull(matching(/^.{1,255}$/su)),
  createdAt: timestamp,
  updatedAt: timestamp,
  latestActivityAt: orNull(timestamp),
  linkedPersons: listOf(person),
};

export const accountLog = {
  accountLogId: id("log"),
  accountId: matching(/^account_[a-z0-9]{26}$/),
  source: slug,
  type: slug,
  payload: object,
  idempotencyKey: orNull(matching(/^.{1,255}$/su)),
  createdAt: timestamp,
  updatedAt: orNull(timestamp),
  deletedAt: orNull(timestamp),
};

export const asset = {
  assetId: id("asset"),
  tenantId: id("tenant"),
  name: string,
  purpose: string,
  tags: strings,
  aiDescription: string,
  parentAssetId: orNull(id("asset")),
  hidden: boolean,
  data: { type: string, fileId: id("file") },
  createdAt: timestamp,
  updatedAt: timestamp,
  trashedAt: timestamp,
  deletedAt: orNull(timestamp),
  downloadUrl: string,
  previewDownloadUrl: string,
};

export const pageLink = {
  pageLinkId: id("link"),
  tenantDomainId: orNull(id("domain")),
  path: string,
  target: { targetType: string, audienceId: id("audience") },
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: orNull(timestamp),
};

export const webhookSubscription = {
  subscriptionId: id("webhook"),
  url: string,
  events: strings,
  active: boolean,
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const messageRestored = { success: boolean, messageId: id("message") };

/** `totalCount` may be null in the list of persons alone. */
export const envelope = (item: Shape, totalCount: Shape = count) => ({
  items: listOf(item),
  hasMore: boolean,
  nextCursor: orNull(matching(/^./s)),
  totalCount,
});

export const countOrNull = orNull(count);
