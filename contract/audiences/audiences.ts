import * as z from "zod";
import { batchOutcomes, itemProblem } from "../batches";
import { identifier, itemOf, reference, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { emptyTokens } from "../pages/empty-tokens";
import { metadata, metadataOverride } from "../pages/metadata";
import { warnings } from "../pages/warnings";
import { cappedCount, envelope, paging } from "../paging";
import { words } from "../words";
import { overridesInput } from "./audience-overrides";
import { versionStatuses } from "./version-states";
import { audienceVersion, preview, previewMinutes } from "./versions";

export const audience = lazy(() =>
  z
    .strictObject({
      audienceId: identifier,
      pageId: identifier,
      status: z.enum(versionStatuses),
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
      latestVersion: audienceVersion(),
      publishedVersion: audienceVersion(),
      createdAt: timestamp,
      archivedAt: timestamp.nullable(),
      effectiveMetadata: metadata().optional(),
      metadataOverride: metadataOverride().optional(),
    })
    .meta({ id: "Audience" }),
);
export type Audience = Made<typeof audience>;

const audiencesPath = "/v0/pages/{page_id}/audiences";

const audienceInput = {
  personId: reference.nullish().meta({ description: "A person of the tenant" }),
  accountId: reference.nullish().meta({ description: "An account of the tenant; without it, the one of the person's domain" }),
  ...overridesInput,
  isNewPageAgent: z.boolean().optional().meta({ default: true }),
};
const externalId = text(1, 255).meta({ description: "Your own identifier, unique in the page" });

export const newAudience = z.strictObject({ ...audienceInput, externalId: externalId.optional() });
export type NewAudience = z.output<typeof newAudience>;

const maxBatch = 100;

export const listAudiences = operation({
  tier: "extension",
  summary: "List the audiences of a page, newest first",
  method: "GET",
  path: audiencesPath,
  access: "audiences:read",
  query: z.strictObject({
    ...paging,
    status: z.enum(versionStatuses).optional(),
    personId: identifier.optional(),
    accountId: identifier
      .optional()
      .meta({ description: "The audience's own account, or, for an audience without one, the account of its person's domain" }),
    externalId: externalId.optional(),
    query: words("its names, its person's or its account's").optional(),
  }),
  response: () => envelope(audience(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const listTenantAudiences = operation({
  tier: "extension",
  summary: "List the audiences of all pages, newest first",
  method: "GET",
  path: "/v0/audiences",
  access: "audiences:read",
  query: z.strictObject({
    ...paging,
    pageId: identifier.optional(),
    personId: identifier.optional(),
    accountId: identifier
      .optional()
      .meta({ description: "The audience's own account, or, for an audience without one, the account of its person's domain" }),
    query: words("its names, its person's or its account's").optional(),
  }),
  response: () => envelope(audience(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

const audienceLink = lazy(() =>
  z
    .strictObject({
      audienceId: identifier,
      externalId: z.string().nullable(),
      name: z.string(),
      personId: z.string().nullable(),
      personName: z.string().nullable().meta({ description: "Null for a key that may not read persons, as is email" }),
      email: z.string().nullable(),
      accountName: z.string().nullable(),
      publicUrl: z.string().nullable().meta({ description: "Where visitors find it; null when no link leads there" }),
    })
    .meta({ id: "AudienceLink" }),
);
export type AudienceLink = Made<typeof audienceLink>;

export const listAudienceLinks = operation({
  tier: "extension",
  summary: "List the addresses of a page's audiences, newest first",
  description:
    "What a mail merge needs. Archived audiences are left out. With `Accept: text/csv`, the whole list is answered as CSV from the cursor on, with a line of names first; an apostrophe stands before whatever a spreadsheet would take for a formula, at the beginning of a cell or behind a comma, semicolon, tab or line break in it.",
  method: "GET",
  path: "/v0/pages/{page_id}/audience_links",
  access: "audiences:read",
  query: z.strictObject(paging),
  response: () => envelope(audienceLink(), cappedCount),
  csv: true,
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const createAudience = operation({
  tier: "extension",
  summary: "Create an audience of a page",
  description:
    "Its first version is built and live when the answer comes, and a page link leads to it. Without a person it is named `Audience N`.",
  method: "POST",
  path: audiencesPath,
  access: "audiences:write",
  body: newAudience,
  response: audience,
  status: 201,
  errors: ["not_found", "page_archived", "page_too_large", "external_id_taken"],
});

export const createAudienceBatch = operation({
  tier: "extension",
  summary: `Create up to ${maxBatch} audiences of a page`,
  description: "Each has its own result, in the order sent: the audience, or the problem that kept it from being created.",
  method: "POST",
  path: `${audiencesPath}/batch`,
  access: "audiences:write",
  body: z.strictObject({
    audiences: z.array(itemOf(newAudience)).min(1).max(maxBatch).meta({ description: "Each as for a single creation" }),
  }),
  response: () =>
    z
      .strictObject({
        results: z.array(
          z.strictObject({
            audience: audience().nullable(),
            problem: itemProblem().nullable(),
          }),
        ),
      })
      .meta({ id: "AudienceBatch" }),
  status: 200,
  errors: ["not_found", "page_archived", "page_too_large"],
});

export const keyedAudience = z.strictObject({ ...audienceInput, externalId });
export type KeyedAudience = z.output<typeof keyedAudience>;

export const upsertAudienceBatch = operation({
  tier: "extension",
  summary: `Create or update up to ${maxBatch} audiences of a page by your own identifiers`,
  description:
    "Each has its own result, in the order sent. A field left out stays as it is, and an audience that has the values already stays untouched, without a message or an event. With `dryRun` everything is checked and nothing is changed: `audience` is then the one that exists, or null.",
  method: "PUT",
  path: `${audiencesPath}/batch`,
  access: "audiences:write",
  body: z.strictObject({
    audiences: z.array(itemOf(keyedAudience)).min(1).max(maxBatch).meta({ description: "Each with its `externalId`" }),
    dryRun: z.boolean().default(false),
  }),
  response: () =>
    z
      .strictObject({
        results: z.array(
          z.strictObject({
            outcome: z.enum(batchOutcomes).nullable(),
            audience: audience().nullable(),
            problem: itemProblem().nullable(),
          }),
        ),
      })
      .meta({ id: "AudienceUpserts" }),
  status: 200,
  errors: ["not_found", "page_archived", "page_too_large"],
});

export const upsertAudienceByExternalId = operation({
  tier: "extension",
  summary: "Create or update the audience with an identifier of yours",
  description:
    "A field left out stays as it is. Created: 201; updated: 200. Repeated with the same values it changes nothing: no message is added and no event recorded. With `If-Match` nothing is created.",
  method: "PUT",
  path: `${audiencesPath}/by_external_id/{external_id}`,
  access: "audiences:write",
  params: z.strictObject({ page_id: z.string(), external_id: externalId }),
  body: z.strictObject(audienceInput),
  response: audience,
  status: 201,
  findsExisting: true,
  guardedBy: "getAudience",
  errors: ["not_found", "page_archived", "page_too_large"],
});

export const getAudience = operation({
  tier: "extension",
  summary: "Read an audience with its latest and its live version",
  method: "GET",
  path: `${audiencesPath}/{audience_id}`,
  access: "audiences:read",
  response: audience,
  status: 200,
  errors: ["not_found"],
});

export const getAudienceNeighbours = operation({
  tier: "extension",
  summary: "Read which audiences of the page are before and after one",
  description: "In the order of the list of the page's audiences, the newest first, archived ones included.",
  method: "GET",
  path: `${audiencesPath}/{audience_id}/neighbours`,
  access: "audiences:read",
  response: () =>
    z
      .strictObject({
        previousAudienceId: identifier.nullable().meta({ description: "Null for the newest" }),
        nextAudienceId: identifier.nullable().meta({ description: "Null for the oldest" }),
      })
      .meta({ id: "AudienceNeighbours" }),
  status: 200,
  errors: ["not_found"],
});

export const updateAudience = operation({
  tier: "contract",
  number: 3,
  summary: "Change what a page shows an audience",
  description:
    "A field left out stays as it is; null clears it. The live version stays as it was built: a new version shows the change.",
  method: "PATCH",
  path: `${audiencesPath}/{audience_id}`,
  access: "audiences:write",
  body: z.strictObject(overridesInput),
  response: audience,
  status: 200,
  guardedBy: "getAudience",
  errors: ["not_found"],
});

export const archiveAudience = operation({
  tier: "contract",
  number: 8,
  summary: "Archive an audience",
  description: "Versions that wait or are being built are cancelled; its links stay and answer 410. Again: the same record.",
  method: "DELETE",
  path: `${audiencesPath}/{audience_id}`,
  access: "audiences:write",
  response: audience,
  status: 200,
  errors: ["not_found"],
});

export const restoreAudience = operation({
  tier: "contract",
  number: 4,
  summary: "Restore an archived audience",
  description: "Its live version is live again. On one that is not archived: the same record.",
  method: "POST",
  path: `${audiencesPath}/{audience_id}/restore`,
  access: "audiences:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: audience,
  status: 200,
  errors: ["not_found"],
});

export const fieldSources = ["page", "audience", "person", "account"] as const;

export const effectiveFields = lazy(() =>
  z.array(
    z.strictObject({
      field: z.string().meta({ examples: ["metadata.title"] }),
      value: z.unknown().meta({ examples: ["Acme, meet Foyer"] }),
      source: z.enum(fieldSources),
    }),
  ),
);

export const getEffectiveAudience = operation({
  tier: "extension",
  summary: "Read the page as an audience sees it",
  description:
    "Every field with its value and where the value comes from, as a version built now would have it; the live version may be older. The fields of the person and the account are there for a key that may read those.",
  method: "GET",
  path: `${audiencesPath}/{audience_id}/effective`,
  access: "audiences:read",
  response: () =>
    z
      .strictObject({
        audienceId: identifier,
        pageId: identifier,
        fields: effectiveFields(),
        emptyTokens: emptyTokens(),
        warnings: warnings(),
        liveVersion: audienceVersion(),
        publicUrl: z.string().nullable().meta({ description: "Where visitors find it; null when no link leads there" }),
      })
      .meta({ id: "EffectiveAudience" }),
  status: 200,
  errors: ["not_found"],
});

export const previewAudience = operation({
  tier: "extension",
  summary: "Get an address at which the newest built version can be seen",
  description: `The address is signed and valid for ${previewMinutes} minutes; whoever has it needs no key.`,
  method: "POST",
  path: `${audiencesPath}/{audience_id}/preview`,
  access: "audiences:read",
  body: z.strictObject({}),
  bodyOptional: true,
  response: () => preview,
  status: 200,
  errors: ["not_found"],
});
