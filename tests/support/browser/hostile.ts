import type { operations } from "../../../contract";
import { type AudienceParams, buildVersion } from "../features/versions";
import { png } from "../samples/images";
import { payloads } from "../samples/payloads";
import type { Request } from "../samples/world";
import type { TestService } from "../service/service";
import { sendSpoiled, type TextField, textFieldsOf, tokensBy } from "./fields";
import { inBrowserAt, pageTypes } from "./site";

type Id = keyof typeof operations;

const entryTypes = ["text", "markdown", "image", "link", "faq", "poem"];

const pageFields = textFieldsOf("createPage");
const isOfPage = new Set(pageFields.map(({ name }) => name.slice("createPage ".length)));

/** Every text of every record that a page is made of, by what is sent. */
const fieldsBy: Record<string, TextField[]> = {
  createAsset: textFieldsOf("createAsset"),
  // The brand's logo is an asset while the page is live, and afterwards the hostile text.
  createBrand: textFieldsOf("createBrand").filter(({ name }) => !/logo\.(assetId|url)$/.test(name)),
  updateBrand: textFieldsOf("updateBrand"),
  createForm: textFieldsOf("createForm"),
  createPerson: textFieldsOf("createPerson"),
  createAccount: textFieldsOf("createAccount"),
  createTopic: textFieldsOf("createTopic"),
  ...Object.fromEntries(entryTypes.map((type) => [`createTopicEntry ${type}`, entryFields(type)])),
  createPage: pageFields,
  updatePage: textFieldsOf("updatePage").filter(({ name }) => !isOfPage.has(name.slice("updatePage ".length))),
  createAudience: textFieldsOf("createAudience").filter(({ name }) => !/Override/.test(name)),
  updateAudience: textFieldsOf("updateAudience").filter(({ name }) => !/customName/.test(name)),
  createPageLink: textFieldsOf("createPageLink"),
};

/** A type that nobody knows can be anything. */
function entryFields(type: string): TextField[] {
  const fields = textFieldsOf("createTopicEntry", `createTopicEntry ${type}`);
  return fields.filter(({ name }) => type === "poem" || !name.endsWith("content.type"));
}

export const hostileFields: readonly TextField[] = Object.values(fieldsBy).flat();
const numbers = new Map(hostileFields.map(({ name }, index) => [name, index + 1]));

/** What its texts are marked with. */
export function numberOf(field: string): number {
  return numbers.get(field) as number;
}

/** Only the last item is changed, so that one of each kind stays. */
const onlyLast = /\b(actionType|assetId|fields\[\]\.(type|step))$/;

export interface HostilePage {
  number: number;
  type: (typeof pageTypes)[number];
  place: AudienceParams;
  url: string;
  /** Of the same audience with everything overridden. */
  previewUrl: string;
  /** What its heading must read. */
  title: string;
  previewTitle: string;
}

/** A page and all that belongs to it, a payload in every text: each world has another in each. Without one, plain words. */
export async function createHostilePage(
  service: TestService,
  number: number,
  isHostile: boolean,
  refused: (field: TextField) => void,
): Promise<HostilePage> {
  const { api } = service;
  const type = pageTypes[number % pageTypes.length] as HostilePage["type"];
  const spoil = (field: TextField, item: number, isLast: boolean) => {
    if (onlyLast.test(field.name) && !isLast) return undefined;
    if (!isHostile) return written(field, plainText(field));
    if (!field.name.endsWith("actionId")) return written(field, hostileText(field, number));
    return item === 0 ? undefined : `${item}${hostileText(field, number)}`;
  };
  const make = async (id: Id, request: Request, as: string = id) =>
    (await sendSpoiled(api, id, request, fieldsBy[as] as TextField[], spoil, refused)) as Record<string, string>;

  const { assetId } = await make("createAsset", { body: { name: "x", tags: ["x"] }, file: new File([png()], "x.png") });
  const { brandId } = await make("createBrand", { body: { name: "x", colors: {}, logo: { assetId, altText: "x" } } });
  const { formId } = await make("createForm", { body: formBody });
  const { personId } = await make("createPerson", { body: { name: "Ada", email: "ada@engines.example" } });
  const { accountId } = await make("createAccount", {
    body: { domain: `engines-${isHostile}-${number}.example`, name: "Engines" },
  });
  const { topicId } = await make("createTopic", { body: { title: "x" } });
  for (const entry of entryTypes) {
    const body = { content: { type: entry, content: "x" } };
    await make("createTopicEntry", { params: { topic_id: topicId as string }, body }, `createTopicEntry ${entry}`);
  }
  const { pageId } = await make("createPage", {
    body: { ...pageBody(number, assetId as string, formId as string), brandId, pageType: type },
  });
  const params = { page_id: pageId as string };
  const { title } = await make("updatePage", { params, body: { title: "x", status: "published" } });
  await api.call("setPageTopics", { params, body: { topicIds: [topicId as string] } });
  const { audienceId } = await make("createAudience", { params, body: { personId, accountId, customName: "x" } });
  const place: AudienceParams = { page_id: pageId as string, audience_id: audienceId as string };
  const { publicUrl } = await relinked();
  return {
    number,
    type,
    place,
    url: inBrowserAt(service, publicUrl as string),
    title: title as string,
    ...(await previewed()),
  };

  /** The page is known by the address that we chose. */
  async function relinked() {
    const { items } = await api.call("listPageLinks", { query: { audienceId: place.audience_id } });
    const target = { targetType: "audience", audienceId: place.audience_id };
    await make("createPageLink", { body: { path: `/x-${isHostile}-${number}`, target } });
    for (const { pageLinkId } of items) await api.call("deletePageLink", { params: { page_link_id: pageLinkId } });
    return api.call("getEffectiveAudience", { params: place });
  }

  async function previewed(): Promise<Pick<HostilePage, "previewUrl" | "previewTitle">> {
    await make("updateBrand", {
      params: { brand_id: brandId as string },
      body: { name: "x", colors: {}, logo: { assetId: "x", altText: "x" } },
    });
    const overridden: { metadataOverride?: { title?: string } } = await make("updateAudience", {
      params: place,
      body: { actionFormInstructionsOverride: "x", actionUrlOverride: addressBy(number), metadataOverride: metadataBy(number) },
    });
    await buildVersion(api, place, { publish: "manual" });
    const { url } = await api.call("previewAudience", { params: place, body: {} });
    return { previewUrl: inBrowserAt(service, url), previewTitle: overridden.metadataOverride?.title as string };
  }
}

/** What would be left out of a page unless it has more than a text. */
function written({ name }: TextField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (name === "createTopicEntry link content.content") return `https://northwind.example/\n${text}`;
  return name === "createTopicEntry faq content.content" ? `${text}\n${text}` : text;
}

/** The mark tells which field it came from, wherever it shows up. */
function hostileText(field: TextField, world: number): string {
  const number = numbers.get(field.name) as number;
  const payload = payloads[(world + number) % payloads.length] as string;
  if (field.kind === "url") return payload;
  if (field.kind === "email") return `${payload.replace(/[\s@]/g, "")}~${number}~@a.example`;
  if (field.name === "createPageLink path") return `/${payload.replaceAll("/", "%20")}~${number}~`;
  return `${payload} ~${number}~${field.isPersonal ? ` ${tokensBy(world + number)}` : ""}`;
}

function plainText(field: TextField): string | undefined {
  if (field.kind !== "text" || /(path|domain|phoneNumber|colors\.\w+|Id|fields\[\]\.(name|type))$/.test(field.name))
    return undefined;
  return `plain ~${numbers.get(field.name)}~`;
}

/** With tokens where they are allowed. */
function addressBy(number: number): string {
  return `/?a=${tokensBy(number).replace(" {{", "&b={{").replaceAll(" ", "")}`;
}

/** Something in each of its texts. */
const metadataTexts = {
  ...Object.fromEntries(
    pageFields
      .flatMap(({ name, kind }) => (kind === "text" ? (/metadata\.(\w+)$/.exec(name)?.slice(1) ?? []) : []))
      .map((key) => [key, "x"]),
  ),
  keywords: ["x"],
  robots: ["index"],
};

function metadataBy(number: number) {
  return { ...metadataTexts, canonicalUrl: addressBy(number), ogUrl: addressBy(number + 2) };
}

const formBody = {
  buttonTitle: "x",
  consent: "x",
  name: "x",
  instructions: "x",
  fields: [
    { name: "size", label: "x", type: "select", required: true, options: ["x", "y"] },
    { name: "news", label: "x", type: "checkbox", required: true },
    { name: "more", label: "x", type: "textarea", required: true },
    { name: "other", label: "x", type: "text", required: true, step: "x" },
  ],
};

function pageBody(number: number, assetId: string, formId: string) {
  const url = addressBy(number);
  const action = (actionId: string, actionType: string, address = url) => ({
    actionId,
    actionType,
    buttonTitle: "x",
    url: address,
    purpose: "x",
  });
  return {
    name: "x",
    pageContext: "x",
    headerActionId: "header",
    actions: [
      action("header", "url"),
      action("mail", "email", "ada@engines.example"),
      action("phone", "phone", "+14155550123"),
      action("download", "download"),
      action("form", "form", formId),
      action("other", "wave"),
    ],
    actionCardWidgets: [
      { type: "x", title: "x", logos: [{ image: { altText: "x", assetId } }, { image: { altText: "x", url: "" } }] },
    ],
    footerLinks: [{ id: "x", title: "x", links: [{ id: "x", text: "x", url }] }],
    scripts: [{ content: "window.__pwned='disabled'", enabled: false, name: "x", description: "x" }],
    metadata: metadataTexts,
    socialImageAssetId: assetId,
  };
}
