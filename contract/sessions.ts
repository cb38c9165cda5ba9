import * as z from "zod";
import { accountId } from "./accounts";
import { identifier, timestamp, timestampInQuery } from "./fields";
import { operation } from "./operation";
import { cappedCount, envelope, paging } from "./paging";

const nullableText = z.string().nullable();

export const audienceSession = z
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
    formSubmissionIdentifierType: z.enum(["email", "linkedin", "tel"]).nullable(),
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
  .meta({ id: "AudienceSession" });
export type AudienceSession = z.output<typeof audienceSession>;

const interaction = z
  .strictObject({
    componentContext: z.string(),
    componentId: z.string(),
    groundingChunkIds: z.array(z.string()),
    label: z.string(),
    options: z.array(z.string()),
    responseText: z.string(),
    timestamp: z.number().meta({ description: "Unix time in milliseconds" }),
  })
  .meta({ id: "Interaction" });
export type Interaction = z.output<typeof interaction>;

export const listAudienceSessions = operation({
  tier: "extension",
  summary: "List the visits to a page, last started first",
  description:
    "`accountId` finds the visits of audiences made for the account, and of those made for no account whose person belongs to its domain. `from` is the first moment of a start that counts, `to` the first that does not any more.",
  method: "GET",
  path: "/v0/pages/{page_id}/audience_sessions",
  access: "sessions:read",
  query: z
    .strictObject({
      ...paging,
      audienceId: identifier.optional(),
      accountId: accountId.optional(),
      from: timestampInQuery.optional(),
      to: timestampInQuery.optional(),
      hasConversion: z.boolean().optional(),
      hasFormSubmit: z.boolean().optional(),
      isBounce: z.boolean().optional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || Number(from) <= Number(to), {
      path: ["to"],
      error: "must not be before `from`",
    }),
  response: envelope(audienceSession, cappedCount),
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
  response: z
    .strictObject({ found: z.boolean(), interactions: z.array(interaction) })
    .meta({ id: "AudienceSessionInteractions" }),
  status: 200,
});
