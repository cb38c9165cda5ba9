import * as z from "zod";
import {
  count,
  identifier,
  list,
  longText,
  maxScriptLength,
  name,
  openValue,
  requiredLongText,
  text,
  timestamp,
  url,
} from "./fields";
import { metadata, metadataInput } from "./metadata";
import { operation } from "./operation";

export const pageTypes = ["inbound", "outbound", "call_followup", "sales_deck", "custom"] as const;
export const pageStatuses = ["archived", "draft", "published"] as const;

const actionFields = { purpose: longText, buttonTitle: name, actionType: openValue, url };

const action = z.strictObject({ actionId: identifier, actionIndex: z.number(), ...actionFields }).meta({ id: "Action" });

const logo = z.strictObject({
  image: z.strictObject({ altText: longText, url, fileId: identifier, assetId: identifier }),
});

const actionCardWidget = z.strictObject({ type: openValue, title: name, logos: list(logo) }).meta({ id: "ActionCardWidget" });

const footerLinkGroup = z
  .strictObject({
    id: identifier,
    title: name,
    links: list(z.strictObject({ id: identifier, text: name, url })),
  })
  .meta({ id: "FooterLinkGroup" });

const script = z
  .strictObject({ content: text(0, maxScriptLength), enabled: z.boolean(), name, description: longText })
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
    actions: list(z.strictObject({ actionId: text(1, 255).optional(), ...actionFields })),
    actionCardWidgets: list(actionCardWidget),
    brandId: text(1, 255),
    name,
    pageContext: requiredLongText,
    pageType: z.enum(pageTypes).default("inbound"),
    scripts: list(script),
    footerLinks: list(footerLinkGroup).default([]),
    headerActionId: text(1, 255).optional(),
    metadata: metadataInput.optional(),
  }),
  response: page,
  status: 201,
  planned: true,
});
