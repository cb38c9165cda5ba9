import * as z from "zod";
import { identifier, longText, maxSafeInteger, name, reference, requiredLongText, text, timestamp, url } from "./fields";
import { metadata, metadataOverride, metadataOverrideInput } from "./metadata";
import { operation } from "./operation";

export const audienceStatuses = ["archived", "cancelled", "draft", "pending", "processing", "published", "queued"] as const;

export const audienceVersion = z
  .strictObject({
    versionId: identifier,
    audienceId: identifier,
    versionNumber: z.int().max(maxSafeInteger),
    status: z.enum(audienceStatuses),
    isNewPageAgent: z.boolean(),
    supplementaryContext: z.string().nullable(),
    queueDurationMs: z.number().nullable(),
    createdAt: timestamp,
    becameDraftAt: timestamp.nullable(),
    queuedAt: timestamp.nullable(),
    publishedAt: timestamp.nullable(),
    cancelledAt: timestamp.nullable(),
    obsoleteAt: timestamp.nullable(),
    archivedAt: timestamp.nullable(),
  })
  .meta({ id: "AudienceVersion" });

export const audience = z
  .strictObject({
    audienceId: identifier,
    pageId: identifier,
    status: z.enum(audienceStatuses),
    computedName: z.string(),
    customName: z.string().nullable(),
    effectiveName: z.string(),
    actionFormIdOverride: z.string().nullable(),
    actionFormInstructionsOverride: z.string().nullable(),
    actionUrlOverride: z.string().nullable(),
    supplementaryContext: z.string().nullable(),
    isNewPageAgent: z.boolean(),
    personId: z.string().nullable(),
    personRouteKey: z.string().nullable(),
    latestVersion: audienceVersion,
    publishedVersion: audienceVersion,
    createdAt: timestamp,
    archivedAt: timestamp.nullable(),
    effectiveMetadata: metadata.optional(),
    metadataOverride: metadataOverride.optional(),
  })
  .meta({ id: "Audience" });

const nothing = z.strictObject({});

export const updateAudience = operation({
  id: "updateAudience",
  tier: "contract",
  number: 3,
  summary: "Change what a page shows an audience",
  method: "PATCH",
  path: "/v0/pages/{page_id}/audiences/{audience_id}",
  access: "audiences:write",
  body: z.strictObject({
    actionFormIdOverride: reference.nullish(),
    actionFormInstructionsOverride: longText.nullish(),
    actionUrlOverride: url.nullish().meta({ description: "URL to open when the action is triggered" }),
    customName: name.nullish(),
    metadataOverride: metadataOverrideInput.optional(),
    supplementaryContext: requiredLongText.nullish(),
  }),
  response: audience,
  status: 200,
  errors: ["not_found"],
  planned: true,
});

export const archiveAudience = operation({
  id: "archiveAudience",
  tier: "contract",
  number: 8,
  summary: "Archive an audience",
  method: "DELETE",
  path: "/v0/pages/{page_id}/audiences/{audience_id}",
  access: "audiences:write",
  response: audience,
  status: 200,
  errors: ["not_found"],
  planned: true,
});

export const restoreAudience = operation({
  id: "restoreAudience",
  tier: "contract",
  number: 4,
  summary: "Restore an archived audience",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/restore",
  access: "audiences:write",
  body: nothing,
  bodyOptional: true,
  response: audience,
  status: 200,
  errors: ["not_found"],
  planned: true,
});

export const createAudienceVersion = operation({
  id: "createAudienceVersion",
  tier: "contract",
  number: 10,
  summary: "Build a new version for an audience",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/versions",
  access: "audiences:write",
  body: z.strictObject({ operationKey: text(1, 128).optional() }),
  bodyOptional: true,
  response: audienceVersion,
  status: 201,
  findsExisting: true,
  errors: ["not_found", "audience_archived"],
  planned: true,
});

export const cancelAudienceVersion = operation({
  id: "cancelAudienceVersion",
  tier: "contract",
  number: 14,
  summary: "Cancel a version that is not live yet",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel",
  access: "audiences:write",
  body: nothing,
  bodyOptional: true,
  response: audienceVersion,
  status: 200,
  errors: ["not_found", "version_not_cancellable"],
  planned: true,
});

export const restoreMessage = operation({
  id: "restoreMessage",
  tier: "contract",
  number: 20,
  summary: "Set an audience back to what it was after a message",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/messages/{message_id}/restore",
  access: "audiences:write",
  body: nothing,
  bodyOptional: true,
  response: z.strictObject({ success: z.boolean(), messageId: z.string() }),
  status: 200,
  errors: ["not_found"],
  planned: true,
});
