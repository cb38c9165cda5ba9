import * as z from "zod";
import { count, identifier, maxSafeInteger, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { warnings } from "../pages/warnings";
import { cappedCount, envelope, paging } from "../paging";
import { publishModes, type VersionStatus, versionStatuses } from "./version-states";

export const audienceVersion = lazy(() =>
  z
    .strictObject({
      versionId: identifier,
      audienceId: identifier,
      versionNumber: z.int().max(maxSafeInteger),
      status: z.enum(versionStatuses),
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
    .meta({ id: "AudienceVersion" }),
);
export type AudienceVersion = Made<typeof audienceVersion>;

export const previewMinutes = 60;

/** A signed address at which a version can be seen. */
export const preview = z.strictObject({ versionId: identifier, url: z.string(), expiresAt: timestamp }).meta({ id: "Preview" });

const versionsPath = "/v0/pages/{page_id}/audiences/{audience_id}/versions";

export const listAudienceVersions = operation({
  tier: "extension",
  summary: "List the versions of an audience, newest first",
  method: "GET",
  path: versionsPath,
  access: "audiences:read",
  query: z.strictObject(paging),
  response: () => envelope(audienceVersion(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const createAudienceVersion = operation({
  tier: "contract",
  number: 10,
  summary: "Build a new version for an audience",
  description:
    "It is built from the page, the person and the overrides as they are when the builder takes it, and goes live by itself. `operationKey` is the audience's own idempotency key, kept for ever: the same key is the same version, answered with 200. `publish: manual` (an extension) stops at `draft`. While an earlier version waits or is being built, the new one is `pending`.",
  method: "POST",
  path: versionsPath,
  access: "audiences:write",
  body: z.strictObject({ operationKey: text(1, 128).optional(), publish: z.enum(publishModes).default("auto") }),
  bodyOptional: true,
  response: audienceVersion,
  status: 201,
  findsExisting: true,
  errors: ["not_found", "audience_archived"],
});

export const getAudienceVersion = operation({
  tier: "extension",
  summary: "Read a version of an audience",
  method: "GET",
  path: `${versionsPath}/{version_id}`,
  access: "audiences:read",
  response: audienceVersion,
  status: 200,
  errors: ["not_found"],
});

export const getVersionDocument = operation({
  tier: "extension",
  summary: "Read the document of a version of an audience",
  description:
    "What it shows: page, overrides, topics and forms as they were when it was built; the person and the account for a key that may read those. A version whose document is no longer kept is 404.",
  method: "GET",
  path: `${versionsPath}/{version_id}/document`,
  access: "audiences:read",
  response: () =>
    z.strictObject({ versionId: identifier, document: z.record(z.string(), z.unknown()) }).meta({ id: "VersionDocument" }),
  status: 200,
  errors: ["not_found"],
});

export const previewAudienceVersion = operation({
  tier: "extension",
  summary: "Get an address at which a version can be seen",
  description: `The address is signed and valid for ${previewMinutes} minutes; whoever has it needs no key. A version that is not built, or no longer kept, is 404.`,
  method: "POST",
  path: `${versionsPath}/{version_id}/preview`,
  access: "audiences:read",
  body: z.strictObject({}),
  bodyOptional: true,
  response: () => preview,
  status: 200,
  errors: ["not_found"],
});

export const publishAudienceVersion = operation({
  tier: "extension",
  summary: "Make a built version the live one",
  description:
    "A draft goes live; an archived version that was built goes live again (roll back) as long as its document is kept: the ten that were live last, unless the operator chose another number. Any other, the live one included, is 409.",
  method: "POST",
  path: `${versionsPath}/{version_id}/publish`,
  access: "audiences:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: audienceVersion,
  status: 200,
  errors: ["not_found", "audience_archived", "version_not_publishable"],
});

export const cancelAudienceVersion = operation({
  tier: "contract",
  number: 14,
  summary: "Cancel a version that is not live yet",
  description:
    "From `pending`, `queued`, `processing` or `draft`; again on a cancelled one: the same record. The live version stays live.",
  method: "POST",
  path: `${versionsPath}/{version_id}/cancel`,
  access: "audiences:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: audienceVersion,
  status: 200,
  errors: ["not_found", "version_not_cancellable"],
});

const batchesPath = "/v0/pages/{page_id}/version_batches";

const versionBatch = lazy(() =>
  z
    .strictObject({
      batchId: identifier,
      pageId: identifier,
      total: count,
      done: z.boolean().meta({ description: "No version of the batch waits or is being built any more" }),
      states: z
        .strictObject(Object.fromEntries(versionStatuses.map((status) => [status, count])) as Record<VersionStatus, typeof count>)
        .meta({ description: "How many versions are in each state; one that is still to be made counts as queued" }),
      notMade: count.meta({
        description:
          "Audiences for which no version was added, because the batch was cancelled or failed first; `total` is without them. Versions that were added and then cancelled are in `states`",
      }),
      createdAt: timestamp,
      cancelledAt: timestamp.nullable().meta({ description: "When it was first cancelled; null if it never was" }),
    })
    .meta({ id: "VersionBatch" }),
);
export type VersionBatch = Made<typeof versionBatch>;

export const createVersionBatch = operation({
  tier: "extension",
  summary: "Build a new version for every audience of a page",
  description:
    "For all that are not archived now. The work goes on after the answer; the batch tells how far it is. `warnings` are about what all audiences share, and audiences whose `actionFormIdOverride` names no form; the effective view of an audience has its own too.",
  method: "POST",
  path: batchesPath,
  access: "audiences:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: () => z.strictObject({ batchId: identifier, total: count, warnings: warnings() }).meta({ id: "VersionBatchStarted" }),
  status: 202,
  errors: ["not_found", "page_archived"],
});

export const getVersionBatch = operation({
  tier: "extension",
  summary: "Read how far a batch of versions is",
  method: "GET",
  path: `${batchesPath}/{batch_id}`,
  access: "audiences:read",
  response: versionBatch,
  status: 200,
  errors: ["not_found"],
});

export const listVersionBatches = operation({
  tier: "extension",
  summary: "List the batches of versions of a page, newest first",
  method: "GET",
  path: batchesPath,
  access: "audiences:read",
  query: z.strictObject(paging),
  response: () => envelope(versionBatch(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const cancelVersionBatch = operation({
  tier: "extension",
  summary: "Cancel a batch of versions",
  description:
    "No more versions are added, and those that wait or are being built are cancelled after the answer. What is live stays. A batch that is done stays as it is. `notMade` tells for how many audiences no version was added.",
  method: "POST",
  path: `${batchesPath}/{batch_id}/cancel`,
  access: "audiences:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: versionBatch,
  status: 200,
  errors: ["not_found"],
});

export const getPublishState = operation({
  tier: "extension",
  summary: "Read how many audiences of a page don't see its last changes yet, and what is wrong with it",
  description:
    "A change of the page, its topics, its brand or a form is live for an audience with its next version, also when one of these is deleted or an asset is moved to the trash. Audiences that are archived are left out. `warnings` are about what all audiences share, and audiences whose `actionFormIdOverride` names no form; the effective view of an audience has its own too.",
  method: "GET",
  path: "/v0/pages/{page_id}/publish_state",
  access: "pages:read",
  response: () =>
    z
      .strictObject({
        pageId: identifier,
        changedAt: timestamp.meta({ description: "When the page, or what it shows to all, last changed" }),
        audiences: count,
        outdated: cappedCount.meta({
          description: "Audiences whose live version is older than that, or than their own last change",
        }),
        runningBatchId: z.string().nullable().meta({ description: "The newest batch, while it is not done" }),
        warnings: warnings(),
      })
      .meta({ id: "PublishState" }),
  status: 200,
  errors: ["not_found"],
});
