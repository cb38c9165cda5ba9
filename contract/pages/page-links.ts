import * as z from "zod";
import { identifier, maxUrlLength, openValue, reference, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";

export const pageLink = lazy(() =>
  z
    .strictObject({
      pageLinkId: identifier,
      tenantDomainId: z.string().nullable().meta({ description: "Null on the service's own pages host" }),
      path: z.string(),
      target: z.strictObject({ targetType: z.string(), audienceId: z.string() }),
      createdAt: timestamp,
      updatedAt: timestamp,
      deletedAt: timestamp.nullable(),
    })
    .meta({ id: "PageLink" }),
);
export type PageLink = Made<typeof pageLink>;

const listedLink = lazy(() =>
  pageLink()
    .extend({
      url: z.string().nullable().meta({ description: "The full address; null on a domain that is not verified" }),
      pageId: z.string().nullable().meta({ description: "The page of the audience it leads to" }),
    })
    .meta({ id: "ListedPageLink" }),
);

const path = text(1, maxUrlLength).meta({
  maxLength: maxUrlLength,
  format: "path",
  description:
    "Kept in one spelling: one leading slash, none at the end, letters as they are, everything that may not stand in a path as an uppercase escape",
});
const target = z.strictObject({ targetType: openValue, audienceId: reference });

const aboutPaths =
  "A path has no `.` or `..` segment, no empty one, no query or fragment, no backslash, no control or invisible character, in whatever spelling. `/_foyer` and what is below it, `/robots.txt`, `/sitemap.xml` and `/favicon.ico` are the service's own.";

export const listPageLinks = operation({
  tier: "extension",
  summary: "List page links, newest first, without the deleted ones",
  method: "GET",
  path: "/v0/page_links",
  access: "page_links:read",
  query: z.strictObject({
    ...paging,
    audienceId: identifier.optional(),
    pageId: identifier.optional(),
    tenantDomainId: identifier.optional(),
  }),
  response: () => envelope(listedLink(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createPageLink = operation({
  tier: "extension",
  summary: "Create a page link",
  description: `The path is unique for its domain among links that are not deleted. ${aboutPaths}`,
  method: "POST",
  path: "/v0/page_links",
  access: "page_links:write",
  body: z.strictObject({ path, target, tenantDomainId: reference.nullish() }),
  response: pageLink,
  status: 201,
  errors: ["path_taken"],
});

export const getPageLink = operation({
  tier: "extension",
  summary: "Read a page link, a deleted one too",
  method: "GET",
  path: "/v0/page_links/{page_link_id}",
  access: "page_links:read",
  response: pageLink,
  status: 200,
  errors: ["not_found"],
});

export const updatePageLink = operation({
  tier: "contract",
  number: 13,
  summary: "Change where a page link is and where it leads",
  description: `A field left out stays as it is. A deleted link is not found. ${aboutPaths}`,
  method: "PATCH",
  path: "/v0/page_links/{page_link_id}",
  access: "page_links:write",
  body: z.strictObject({ tenantDomainId: reference.nullish(), path: path.optional(), target: target.optional() }),
  response: pageLink,
  status: 200,
  errors: ["not_found", "path_taken"],
});

export const deletePageLink = operation({
  tier: "extension",
  summary: "Delete a page link; it can still be read, with deletedAt",
  description: "Its path is free again.",
  method: "DELETE",
  path: "/v0/page_links/{page_link_id}",
  access: "page_links:write",
  response: pageLink,
  status: 200,
  errors: ["not_found"],
});
