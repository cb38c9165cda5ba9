import * as z from "zod";
import { count, identifier, list, name, reference, requiredLongText, timestamp } from "./fields";
import { metadata, metadataInput } from "./metadata";
import { operation } from "./operation";
import {
  action,
  actionCardWidget,
  actionCardWidgetInput,
  actionsInput,
  footerLinkGroup,
  hasHeaderAction,
  noSuchAction,
  script,
} from "./page-parts";

export const pageTypes = ["inbound", "outbound", "call_followup", "sales_deck", "custom"] as const;
export const pageStatuses = ["archived", "draft", "published"] as const;

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
export type Page = z.output<typeof page>;

const createFields = {
  actions: actionsInput,
  actionCardWidgets: list(actionCardWidgetInput),
  brandId: reference,
  name,
  pageContext: requiredLongText,
  pageType: z.enum(pageTypes).default("inbound"),
  scripts: list(script),
  footerLinks: list(footerLinkGroup).default([]),
  headerActionId: reference.optional(),
  metadata: metadataInput.optional(),
};

export const createPage = operation({
  id: "createPage",
  tier: "contract",
  number: 6,
  summary: "Create a page",
  description: "A draft, with the title of `metadata`, else its name. `headerActionId` names an action by its `actionId`.",
  method: "POST",
  path: "/v0/pages",
  access: "pages:write",
  body: z.strictObject(createFields).refine(({ actions, headerActionId }) => hasHeaderAction(actions, headerActionId), {
    path: ["headerActionId"],
    message: noSuchAction,
    when: ({ value }) => Array.isArray((value as { actions?: unknown } | null)?.actions),
  }),
  response: page,
  status: 201,
});

export const getPage = operation({
  id: "getPage",
  tier: "extension",
  summary: "Read a page",
  method: "GET",
  path: "/v0/pages/{page_id}",
  access: "pages:read",
  response: page,
  status: 200,
  errors: ["not_found"],
});
