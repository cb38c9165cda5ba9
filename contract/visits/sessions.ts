import * as z from "zod";
import { identifier, isInOrder, outOfOrder, timestamp, timestampInQuery } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { accountId } from "../people/accounts";
import { visitKind } from "./visit-kinds";
import { identifierTypes } from "./visitor-forms";

const nullableText = z.string().nullable();

const audienceSession = lazy(() =>
  z
    .strictObject({
      analyticsSessionId: z.string(),
      audienceSessionId: nullableText,
      audienceId: nullableText,
      pageId: nullableText,
      pageTitle: nullableText,
      pageUrl: nullableText,
      computationStatus: z.enum(["pending", "completed", "failed"]),
      formSubmissionId: nullableText,
      formSubmissionEmail: nullableText,
      formSubmissionPhone: nullableText,
      formSubmissionIdentifier: nullableText,
      formSubmissionIdentifierType: z.enum(identifierTypes).nullable(),
      hasConversion: z.boolean(),
      hasFormSubmit: z.boolean(),
      isBounce: z.boolean(),
      maxScrollDepthPercentage: z.number().nullable(),
      questionsAskedCount: z.number(),
      totalClicksCount: z.number(),
      timeSpentSeconds: z.number().nullable(),
      sessionStartedAt: timestamp,
      sessionEndedAt: timestamp.nullable(),
      utmCampaign: nullableText,
      utmContent: nullableText,
      utmMedium: nullableText,
      utmSource: nullableText,
      utmTerm: nullableText,
    })
    .meta({ id: "AudienceSession" }),
);
export type AudienceSession = Made<typeof audienceSession>;

/** An event's data: without what would have to be erased from every copy of it. */
export const sessionWithoutVisitor = lazy(() =>
  audienceSession()
    .omit({
      pageUrl: true,
      formSubmissionEmail: true,
      formSubmissionPhone: true,
      formSubmissionIdentifier: true,
      formSubmissionIdentifierType: true,
    })
    .extend({ accountId: nullableText.meta({ description: "Whose audience it is: its own account, or its person's" }) }),
);

const ofKind = {
  kind: visitKind.meta({ description: "Whose visit it is. Only a `person` counts" }),
  kindReasons: z.array(z.string()).meta({ description: "Which rules decided the kind" }),
};

export const uncountedSession = lazy(() => z.strictObject({ ...sessionWithoutVisitor().shape, ...ofKind }));

/** Whom the audience of a visit is made for, as it is now. */
const ofWhom = {
  personId: nullableText.meta({ description: "Whom its audience is made for" }),
  personName: nullableText.meta({ description: "Null for a key that may not read persons" }),
  accountId: nullableText.meta({ description: "Whose audience it is: its own account, or its person's" }),
  accountName: nullableText.meta({ description: "Or its domain; null for a key that may not read accounts" }),
};

/** A session, and what is known beside it. */
const recordedSession = lazy(() =>
  z
    .strictObject({
      ...audienceSession().shape,
      ...ofKind,
      versionId: nullableText.meta({ description: "The version that was shown" }),
      lastSeenAt: timestamp.nullable(),
      ...ofWhom,
    })
    .meta({ id: "RecordedSession" }),
);
export type RecordedSession = Made<typeof recordedSession>;

const interaction = lazy(() =>
  z
    .strictObject({
      componentContext: z.string(),
      componentId: z.string(),
      groundingChunkIds: z.array(z.string()),
      label: z.string(),
      options: z.array(z.string()),
      responseText: z.string(),
      timestamp: z.number().meta({ description: "Unix time in milliseconds" }),
    })
    .meta({ id: "Interaction" }),
);
export type Interaction = Made<typeof interaction>;

const period = {
  from: timestampInQuery.optional(),
  to: timestampInQuery.optional(),
};
const flags = {
  hasConversion: z.boolean().optional(),
  hasFormSubmit: z.boolean().optional(),
  isBounce: z.boolean().optional(),
};
const kindFilter = { kind: visitKind.optional().meta({ description: "Without it, visits of persons" }) };
const utmFilter = z.string().min(1).max(500).optional();

const accountMeaning =
  "`accountId` finds the visits of audiences made for the account, and of those made for no account whose person belongs to its domain.";
const periodMeaning = "`from` is the first moment of a start that counts, `to` the first that does not any more.";

export const activeMinutes = 5;

export const listTenantSessions = operation({
  tier: "extension",
  summary: "List the visits to all pages, last started first",
  description: `${accountMeaning} \`personId\` finds the visits of audiences made for the person. ${periodMeaning} \`active\` finds visits with a sign of life within the last ${activeMinutes} minutes.`,
  method: "GET",
  path: "/v0/audience_sessions",
  access: "sessions:read",
  query: z
    .strictObject({
      ...paging,
      pageId: identifier.optional(),
      audienceId: identifier.optional(),
      personId: identifier.optional(),
      accountId: accountId.optional(),
      versionId: identifier.optional(),
      ...kindFilter,
      utmCampaign: utmFilter,
      utmContent: utmFilter,
      utmMedium: utmFilter,
      utmSource: utmFilter,
      utmTerm: utmFilter,
      ...period,
      active: z.boolean().optional(),
      ...flags,
    })
    .refine(isInOrder, outOfOrder),
  response: () => envelope(recordedSession(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const listAudienceSessions = operation({
  tier: "extension",
  summary: "List the visits to a page, last started first",
  description: `${accountMeaning} ${periodMeaning}`,
  method: "GET",
  path: "/v0/pages/{page_id}/audience_sessions",
  access: "sessions:read",
  query: z
    .strictObject({
      ...paging,
      audienceId: identifier.optional(),
      accountId: accountId.optional(),
      ...kindFilter,
      ...period,
      ...flags,
    })
    .refine(isInOrder, outOfOrder),
  response: () => envelope(audienceSession(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const getAudienceSession = operation({
  tier: "contract",
  number: 9,
  summary: "Read a visit to a page",
  method: "GET",
  path: "/v0/pages/{page_id}/audience_sessions/{audience_session_id}",
  access: "sessions:read",
  response: audienceSession,
  status: 200,
  errors: ["not_found"],
});

export const getSessionInteractions = operation({
  tier: "contract",
  number: 19,
  summary: "Read what a visitor did during a visit",
  description: "In the order it happened. A visit that is not known is answered with `found: false`.",
  method: "GET",
  path: "/v0/audience_sessions/{audience_session_id}/interactions",
  access: "sessions:read",
  response: () =>
    z.strictObject({ found: z.boolean(), interactions: z.array(interaction()) }).meta({ id: "AudienceSessionInteractions" }),
  status: 200,
});
