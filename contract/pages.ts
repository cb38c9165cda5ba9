import * as z from "zod";
import {
  count,
  identifier,
  list,
  longText,
  maxScriptLength,
  name,
  openValue,
  reference,
  requiredLongText,
  text,
  timestamp,
  title,
  url,
} from "./fields";
import { metadata, metadataInput } from "./metadata";
import { operation } from "./operation";

export const pageTypes = ["inbound", "outbound", "call_followup", "sales_deck", "custom"] as const;
export const pageStatuses = ["archived", "draft", "published"] as const;

const actionFields = { purpose: longText, buttonTitle: title, actionType: openValue, url };

const action = z.strictObject({ actionId: identifier, actionIndex: z.number(), ...actionFields }).meta({ id: "Action" });

const logo = z.strictObject({
  image: z.strictObject({ altText: longText, url, fileId: reference, assetId: reference }),
});

const actionCardWidget = z.strictObject({ type: openValue, title, logos: list(logo) }).meta({ id: "ActionCardWidget" });

const footerLinkGroup = z
  .strictObject({
    id: reference,
    title,
    links: list(z.strictObject({ id: reference, text: title, url })),
  })
  .meta({ id: "FooterLinkGroup" });

const script = z
  .strictObject({ content: text(0, maxScriptLength), enabled: z.boolean(), name: title, description: longText })
  .meta({ id: "Script" });

export const page = z
  .strictObject({
    pageId: identifier,
    name: z.string(),
    title: z.string(),
    pageContext: z.string(),
    pageType: z.enum(pageTypes),
    status: z.enum(pageStatuses),
    brandId: z.string(),
    actions: z.array(action),
    actionCardWidgets: z.array(actionCardWidget),
    footerLinks: z.array(footerLinkGroup),
    scripts: z.array(script),
    headerActionId: z.string().optional(),
    metadata: metadata.optional(),
    audiencesCount: count,
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp.nullable(),
    deletedAt: timestamp.nullable(),
  })
  .meta({ id: "Page" });

export const createPage = operation({
  id: "createPage",
  tier: "contract",
  number: 6,
  summary: "Create a page",
  method: "POST",
  path: "/v0/pages",
  access: "pages:write",
  body: z.strictObject({
    actions: list(z.strictObject({ actionId: reference.optional(), ...actionFields })),
    actionCardWidgets: list(actionCardWidget),
    brandId: reference,
    name,
    pageContext: requiredLongText,
    pageType: z.enum(pageTypes).default("inbound"),
    scripts: list(script),
    footerLinks: list(footerLinkGroup).default([]),
    headerActionId: reference.optional(),
    metadata: metadataInput.optional(),
  }),
  response: page,
  status: 201,
  planned: true,
});
