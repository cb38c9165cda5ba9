import * as z from "zod";
import { identifier, maxUrlLength, openValue, reference, text, timestamp } from "./fields";
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
    tenantDomainId: reference.nullish(),
    path: text(1, maxUrlLength).optional(),
    target: z.strictObject({ targetType: openValue, audienceId: reference }).optional(),
  }),
  response: pageLink,
  status: 200,
  errors: ["not_found", "path_taken"],
  planned: true,
});
