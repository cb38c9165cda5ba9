import * as z from "zod";
import { count, distinct, identifier, list, personalName, reference, requiredLongText, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { words } from "../words";
import { language } from "./language";
import { metadata, metadataInput } from "./metadata";
import {
  action,
  actionCardWidget,
  actionCardWidgetInput,
  actionsInput,
  footerLinkGroup,
  hasHeaderAction,
  noSuchAction,
  script,
} from "./page-content";

export const pageTypes = z.enum(["inbound", "outbound", "call_followup", "sales_deck", "custom"]);
export const pageStatuses = z.enum(["archived", "draft", "published"]);

export const topicOrders = z.enum(["given", "ranked"]);
export type TopicOrder = z.output<typeof topicOrders>;

/** Extensions: answers with a page don't show them, the effective view of an audience does. */
const looks = {
  language: language.nullable().meta({ description: "An extension. Null: guessed from enough text, else the tenant's default" }),
  topicOrder: topicOrders.meta({
    description: "An extension. `given`: as attached, then default topics; `ranked`: the best match for the contexts first",
  }),
  socialImageAssetId: text(1, 255).nullable().meta({
    description:
      "An extension: the image asset that is shown where the page is shared. Null: a picture is made for each audience",
  }),
};

export const page = lazy(() =>
  z
    .strictObject({
      pageId: identifier,
      name: z.string(),
      title: z.string(),
      pageContext: z.string(),
      pageType: pageTypes,
      status: pageStatuses,
      brandId: z.string(),
      actions: z.array(action()),
      actionCardWidgets: z.array(actionCardWidget()),
      footerLinks: z.array(footerLinkGroup),
      scripts: z.array(script),
      headerActionId: z.string().optional(),
      metadata: metadata().optional(),
      audiencesCount: count.meta({ description: "Audiences that are not archived" }),
      createdAt: timestamp,
      updatedAt: timestamp,
      archivedAt: timestamp.nullable(),
      deletedAt: timestamp.nullable(),
    })
    .meta({ id: "Page" }),
);
export type Page = Made<typeof page>;

const requiredContent = {
  actions: actionsInput,
  actionCardWidgets: list(actionCardWidgetInput),
  brandId: reference.meta({ description: "May name no brand: the page then has the default look" }),
  name: personalName,
  pageContext: requiredLongText,
  scripts: list(script),
};

/** What a change of a page may hold; whatever is left out stays. */
export const pageContent = z
  .strictObject({
    ...requiredContent,
    ...looks,
    pageType: pageTypes,
    footerLinks: list(footerLinkGroup),
    headerActionId: reference.nullable(),
    metadata: metadataInput.nullable(),
    title: personalName,
  })
  .partial();
const pageChanges = pageContent.extend({ status: z.enum(["draft", "published"]).optional() });
export type PageChanges = z.output<typeof pageChanges>;

export const createPage = operation({
  tier: "contract",
  number: 6,
  summary: "Create a page",
  description: "A draft, titled as its metadata say, else with its name. `headerActionId` names one of its actions.",
  method: "POST",
  path: "/v0/pages",
  access: "pages:write",
  body: z
    .strictObject({
      ...requiredContent,
      pageType: pageTypes.default("inbound"),
      footerLinks: list(footerLinkGroup).default([]),
      headerActionId: reference.optional(),
      metadata: metadataInput.optional(),
      language: looks.language.default(null),
      topicOrder: looks.topicOrder.default("given"),
      socialImageAssetId: looks.socialImageAssetId.default(null),
    })
    .refine(({ actions, headerActionId }) => hasHeaderAction(actions, headerActionId), {
      path: ["headerActionId"],
      params: noSuchAction,
      message: noSuchAction.message,
      when: ({ value }) => Array.isArray((value as { actions?: unknown } | null)?.actions),
    }),
  response: page,
  status: 201,
});

export const listPages = operation({
  tier: "extension",
  summary: "List pages, newest first",
  method: "GET",
  path: "/v0/pages",
  access: "pages:read",
  query: z.strictObject({
    ...paging,
    status: pageStatuses.optional(),
    pageType: pageTypes.optional(),
    query: words("the name or title").optional(),
  }),
  response: () => envelope(page(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const getPage = operation({
  tier: "extension",
  summary: "Read a page",
  method: "GET",
  path: "/v0/pages/{page_id}",
  access: "pages:read",
  response: page,
  status: 200,
  errors: ["not_found"],
});

export const updatePage = operation({
  tier: "extension",
  summary: "Change or publish a page",
  description: "A list or `metadata` that is sent replaces what was there. The status of an archived page stays.",
  method: "PATCH",
  path: "/v0/pages/{page_id}",
  access: "pages:write",
  body: pageChanges,
  response: page,
  status: 200,
  guardedBy: "getPage",
  errors: ["not_found", "page_archived"],
});

export const archivePage = operation({
  tier: "extension",
  summary: "Archive a page",
  description: "Its audiences stay as they are and are no longer served. An archived page is answered as it is.",
  method: "DELETE",
  path: "/v0/pages/{page_id}",
  access: "pages:write",
  response: page,
  status: 200,
  errors: ["not_found"],
});

export const restorePage = operation({
  tier: "extension",
  summary: "Bring a page back from the archive",
  description: "To the status it had before. A page that is not archived is answered as it is.",
  method: "POST",
  path: "/v0/pages/{page_id}/restore",
  access: "pages:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: page,
  status: 200,
  errors: ["not_found"],
});

const pageTopics = lazy(() => z.strictObject({ topicIds: z.array(identifier) }).meta({ id: "PageTopics" }));

export const getPageTopics = operation({
  tier: "extension",
  summary: "Read which topics are attached to a page, in their order",
  description: "Default topics feed every page and are not listed unless they are attached too.",
  method: "GET",
  path: "/v0/pages/{page_id}/topics",
  access: "pages:read",
  response: pageTopics,
  status: 200,
  errors: ["not_found"],
});

export const setPageTopics = operation({
  tier: "extension",
  summary: "Attach these topics to a page, in this order, and no others",
  description:
    "Where `topicOrder` is `ranked`, topics that fit the contexts of page and audience better come first; among those that fit alike, this order counts.",
  method: "PUT",
  path: "/v0/pages/{page_id}/topics",
  access: "pages:write",
  body: z.strictObject({ topicIds: distinct(list(text(1, 255))) }),
  response: pageTopics,
  status: 200,
  guardedBy: "getPageTopics",
  errors: ["not_found"],
});
