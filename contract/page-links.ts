import * as z from "zod";
import { identifier, maxUrlLength, openValue, text, timestamp } from "./fields";
import { operation } from "./operation";

export const pageLink = z
  .strictObject({
    pageLinkId: identifier,
    tenantDomainId: z.string().nullable(),
    path: z.string(),
    target: z.strictObject({ targetType: z.string(), audienceId: z.string() }),
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt: timestamp.nullable(),
  })
  .meta({ id: "PageLink" });

export const updatePageLink = operation({
  id: "updatePageLink",
  tier: "contract",
  number: 13,
  summary: "Change where a page link is and where it leads",
  method: "PATCH",
  path: "/v0/page_links/{page_link_id}",
  access: "page_links:write",
  body: z.strictObject({
    tenantDomainId: text(1, 255).nullish(),
    path: text(1, maxUrlLength).optional(),
    target: z.strictObject({ targetType: openValue, audienceId: text(1, 255) }).optional(),
  }),
  response: pageLink,
  status: 200,
  errors: ["not_found"],
  planned: true,
});
