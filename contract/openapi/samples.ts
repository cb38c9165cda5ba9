import { componentPrefix, type JsonSchema } from "./schemas";

type Components = Record<string, JsonSchema>;

const idSuffix = "01ka2czh00e16s89jtdg9rvhf8";

export function sampleId(prefix: string): string {
  return `${prefix}_${idSuffix}`;
}

/** Addresses have a tenant's identifier as it is stored, without what makes it as long as others. */
const storedTenantSample = "k3x9f";

/** The records that a text of samples names, by their kinds. Whoever sends an action makes up its identifier. */
export const recordsNamed = new RegExp(`"(?!action_)([a-z]+)_${idSuffix}"`, "g");

/** The components with examples. */
export function withSamples(components: Components): Components {
  const named = Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([id, schema]) => [id, { ...schema, examples: [sampleOf(schema, id, components)] }]));
}

/** A valid body of the operation. */
export function bodySample(operationId: string, schema: JsonSchema, components: Components): unknown {
  return sampleOf(schema, operationId, components);
}

const textContent = { type: "text", content: "All data stays on your own machines." };

const brandColors = { primary: "#2f5d50", onPrimary: "#ffffff", background: "#ffffff", text: null };
const brandLogo = { assetId: sampleId("asset"), url: null, altText: "Acme" };
const formField = { name: "plan", label: "Which plan?", type: "select", required: true, options: ["Starter", "Team"] };

/** By the name of a component, by component and field, or by field alone. */
const samples: Record<string, unknown> = {
  Metadata: { title: "Acme, meet Foyer", description: "A page made for you", robots: [], ogImageUrl: "https://acme.com/og.png" },
  MetadataOverride: { title: "Acme, meet Foyer" },
  MetadataOverrideInput: { title: "Acme, meet Foyer" },
  MetadataInput: { title: "Acme, meet Foyer", description: "A page made for you", robots: ["noindex"] },

  "Action.purpose": "Talk to a person",
  "Brand.fontAssetIds": [],
  "Brand.logo": brandLogo,
  BrandColors: brandColors,
  BrandColorsInput: brandColors,
  BrandLogo: brandLogo,
  BrandLogoInput: brandLogo,
  "Form.name": "Book a demo",
  FormField: formField,
  FormFieldInput: formField,
  "FormSubmission.files": [{ field: "requirements", assetId: sampleId("asset") }],
  "FormSubmission.identifier": "ada@acme.com",
  "FormSubmission.values": { email: "ada@acme.com", plan: "Team", requirements: "requirements.pdf" },
  "EffectiveAudience.source": "audience",
  "Preview.expiresAt": "+1763168400000",
  "PagePreview.expiresAt": "+1763168400000",
  "PagePreview.url": "https://pages.foyer.example/_foyer/page_preview/…",
  "PagePreview.page": "GxkAAI2pqQ…",
  "PagePreview.source": "page",
  "previewPage.page": { title: "Hello {{ person.firstName }}" },
  "previewPage.brand": { font: "figtree" },
  "previewPage.overrides": { customName: "Ada at Acme" },
  "Question.status": "answered",
  "QuestionState.status": "resolved",
  "Question.text": "Where is my data kept?",
  "Question.responseText": textContent.content,
  "Question.topicEntryId": null,
  "AskedQuestion.text": "Where is my data kept?",
  "updateQuestion.status": "ignored",
  "tryQuestion.question": "Where is my data kept?",
  "Message.text": "Named after the project",
  "Message.role": "user",
  "Message.changes": { customName: "Ada at Acme" },
  "createMessage.text": "Named after the project",
  "createMessage.changes": { customName: "Ada at Acme" },
  "createAudienceBatch.audiences": [{ personId: sampleId("person"), externalId: "crm-4711" }, { customName: "Everybody else" }],
  "createAudience.metadataOverride": { title: "Acme, meet Foyer" },
  "AudienceBatch.problem": null,
  "VersionBatch.states": { archived: 0, cancelled: 0, draft: 0, pending: 0, processing: 12, published: 840, queued: 148 },
  "VersionBatch.total": 1_000,
  "VersionBatch.done": false,
  "VersionBatch.notMade": 0,
  "VersionBatch.cancelledAt": null,
  "VersionBatchStarted.total": 1_000,
  "Event.actor": { type: "key", keyId: sampleId("key") },
  "Event.type": "person.deleted",
  "Event.data": { personId: sampleId("person") },
  "Asset.type": "image",
  "Asset.name": "Skyline",
  "Asset.purpose": "Background of the header",
  "Page.name": "Spring launch",
  "Page.title": "Acme, meet Foyer",
  "Script.content": 'console.log("hello")',
  "Script.name": "Consent banner",
  "Script.description": "Asks before anything is measured",
  "ApiKey.name": "CRM sync",
  "IssuedApiKey.name": "CRM sync",
  "NewVisitor.identifier": "ada@acme.com",
  "Person.name": "Ada Lovelace",
  "Topic.title": "Security",
  "TopicWithoutEntries.title": "Security",
  "TopicEntry.content": textContent,
  "ActionCardWidget.type": "logos",
  "ActionCardWidget.title": "Trusted by",
  "ActionCardWidget.url": "https://acme.com/logo.svg",
  "ActionCardWidgetInput.type": "logos",
  "ActionCardWidgetInput.title": "Trusted by",
  "ActionCardWidgetInput.url": "https://acme.com/logo.svg",
  "FooterLinkGroup.id": "company",
  "FooterLinkGroup.title": "Company",
  "FooterLinkGroup.text": "About us",
  "FooterLinkGroup.url": "https://acme.com/about",
  "Domain.domain": "pages.acme.com",
  "Domain.status": "verified",
  "Domain.dnsRecord": {
    type: "TXT",
    name: "_foyer.pages.acme.com",
    value: "foyer-verification=2f6c1d9a8b7e4053a1c2d3e4f5061728",
  },
  "AccountLog.type": "call",
  "AccountLog.updatedAt": null,
  "WebhookSubscription.url": "https://acme.com/hooks/foyer",
  "WebhookSubscription.events": ["person.created"],
  "IssuedWebhookSubscription.url": "https://acme.com/hooks/foyer",
  "IssuedWebhookSubscription.events": ["person.created"],
  "WebhookSubscriptionDetails.url": "https://acme.com/hooks/foyer",
  "WebhookSubscriptionDetails.events": ["form.submitted"],
  WebhookFilter: { pageId: sampleId("page") },
  WebhookFilterInput: { pageId: sampleId("page") },
  "WebhookDelivery.purpose": "event",
  "WebhookDeliveryWithTries.purpose": "event",
  "WebhookTry.at": "+1763164800000",
  "WebhookTry.status": 200,
  "createAccountLog.type": "call",
  "createAsset.file": "skyline.jpg",
  "createAsset.name": "Skyline",
  "createAsset.purpose": "Background of the header",
  "createAsset.assetType": "image",
  "createApiKey.name": "CRM sync",
  "createBrand.name": "Acme",
  "createForm.name": "Book a demo",
  "createDomain.domain": "pages.acme.com",
  "createPage.name": "Spring launch",
  "createPage.purpose": "Talk to a person",
  "createPage.socialImageAssetId": null,
  "createPageLink.tenantDomainId": null,
  "createPerson.name": "Ada Lovelace",
  "createTopic.title": "Security",
  "createTopicEntry.content": textContent,
  "updateForm.name": "Book a demo",
  "updatePage.name": "Spring launch",
  "updatePage.purpose": "Talk to a person",
  "updatePage.socialImageAssetId": null,
  "updatePage.title": "Acme, meet Foyer",
  "updatePageLink.tenantDomainId": null,
  "createWebhookSubscription.headers": [{ name: "x-source", value: "foyer" }],
  "updateWebhookSubscription.headers": [{ name: "x-source", value: "foyer" }],
  "createWebhookSubscription.url": "https://acme.com/hooks/foyer",
  "createWebhookSubscription.events": ["person.created", "page_link.created"],
  "updatePerson.name": "Ada King",
  "updateTopic.title": "Security and privacy",
  "updateTopicEntry.content": textContent,
  "updateWebhookSubscription.url": "https://acme.com/hooks/foyer",
  "updateWebhookSubscription.events": ["*"],
  "upsertPersonByEmail.name": "Ada Lovelace",

  accountLogId: sampleId("log"),
  actionFormIdOverride: null,
  actionFormInstructionsOverride: null,
  actionIndex: 0,
  actionType: "url",
  actionUrlOverride: "https://acme.com/book",
  aiDescription: "A city skyline at dusk",
  altText: "Acme",
  analyticsSessionId: sampleId("visit"),
  archivedAt: null,
  audienceSessionId: sampleId("session"),
  audiencesCount: 1,
  buttonTitle: "Book a call",
  cancelledAt: null,
  componentContext: "Pricing",
  componentId: "pricing-table",
  computationStatus: "completed",
  computedName: "Ada Lovelace, Acme",
  customName: "Ada at Acme",
  deletedAt: null,
  domain: "acme.com",
  downloadUrl: `https://foyer.example/files/${storedTenantSample}/${sampleId("asset")}/original?expires=1763168400&signature=…`,
  effectiveName: "Ada at Acme",
  email: "ada@acme.com",
  expiresAt: null,
  externalId: "crm-4711",
  formSubmissionEmail: "ada@acme.com",
  formSubmissionIdentifier: "ada@acme.com",
  formSubmissionId: sampleId("submission"),
  formSubmissionPhone: null,
  groundingChunkIds: [sampleId("entry")],
  headerActionId: sampleId("action"),
  hidden: false,
  hint: "x7Qd",
  idempotencyKey: "crm-4711",
  instructions: "Tell us what you would like to see.",
  isBounce: false,
  isBuiltIn: false,
  kindReasons: ["form_sent"],
  key: "foyer_…",
  keyId: sampleId("key"),
  defaultLanguage: "en",
  timezone: "Europe/Berlin",
  consent: "You may write to me about this.",
  thanks: { title: "Thank you", text: "We call you tomorrow." },
  next: { title: "Pick a time", url: "https://acme.com/book" },
  language: "en",
  label: "Which plan fits?",
  lastUsedAt: null,
  linkedinProfileUrl: "https://www.linkedin.com/in/ada",
  maxScrollDepthPercentage: 80,
  name: "Acme",
  obsoleteAt: null,
  operationKey: "crm-sync-4711",
  options: ["Starter", "Team"],
  overlap: "24h",
  pageContext: "Acme sells anvils to rail companies.",
  pageLinkId: sampleId("link"),
  pageTitle: "Acme, meet Foyer",
  pageUrl: "https://pages.acme.com/ada",
  parentAssetId: null,
  path: "/ada",
  payload: { subject: "Renewal", minutes: 25 },
  personRouteKey: "ada-lovelace",
  phoneNumber: "+14155550123",
  previewDownloadUrl: `https://foyer.example/files/${storedTenantSample}/${sampleId("asset")}/preview?expires=1763168400&signature=…`,
  purpose: "What we say about security",
  queueDurationMs: 120,
  responseText: "Team",
  revokedAt: null,
  scopes: ["persons:read", "persons:write"],
  secret: "whsec_…",
  slug: "ada-lovelace",
  socialImageAssetId: sampleId("asset"),
  source: "crm",
  status: "published",
  subscriptionId: sampleId("webhook"),
  supplementaryContext: "Ada leads procurement.",
  tags: ["city"],
  targetType: "audience",
  tenantDomainId: sampleId("domain"),
  tenantId: `tenant_${storedTenantSample.padStart(26, "0")}`,
  themeColor: "#2f5d50",
  timeSpentSeconds: 94,
  timestamp: 1_763_164_800_000,
  topicEntryId: sampleId("entry"),
  topicIds: [sampleId("topic")],
  url: "https://acme.com/book",
  utmCampaign: "spring",
  utmContent: null,
  utmMedium: "email",
  utmSource: "newsletter",
  utmTerm: null,
  versionNumber: 2,
  warnings: [],
};

function sampleOf(schema: JsonSchema, owner: string, components: Components, field?: string): unknown {
  const known = field === undefined ? owner : [`${owner}.${field}`, field].find((name) => name in samples);
  if (known !== undefined && known in samples) return samples[known];
  if (schema.examples) return schema.examples[0];
  if (schema.$ref !== undefined) {
    const id = schema.$ref.slice(componentPrefix.length);
    return sampleOf(components[id] as JsonSchema, id, components);
  }
  const [first] = schema.anyOf ?? [];
  if (first) return sampleOf(first, owner, components, field);
  if (schema.type === "object") {
    const properties = Object.entries(schema.properties ?? {});
    return Object.fromEntries(properties.map(([name, property]) => [name, sampleOf(property, owner, components, name)]));
  }
  if (schema.type === "array") return [sampleOf(schema.items as JsonSchema, owner, components, field)];
  return scalarSample(schema, field ?? "");
}

function scalarSample(schema: JsonSchema, field: string): unknown {
  const [given] = schema.enum ?? [schema.const];
  const [type] = [schema.type].flat();
  if (schema.default !== undefined) return schema.default;
  if (given !== undefined) return given;
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  return field.endsWith("Id") ? sampleId(field.slice(0, -2)) : "…";
}
