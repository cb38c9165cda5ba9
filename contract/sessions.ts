import * as z from "zod";
import { timestamp } from "./fields";
import { operation } from "./operation";

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

export const getAudienceSession = operation({
  id: "getAudienceSession",
  tier: "contract",
  number: 9,
  summary: "Read a visit to a page",
  method: "GET",
  path: "/v0/pages/{page_id}/audience_sessions/{audience_session_id}",
  access: "sessions:read",
  response: audienceSession,
  status: 200,
  errors: ["not_found"],
  planned: true,
});

export const getSessionInteractions = operation({
  id: "getSessionInteractions",
  tier: "contract",
  number: 19,
  summary: "Read what a visitor did during a visit",
  method: "GET",
  path: "/v0/audience_sessions/{audience_session_id}/interactions",
  access: "sessions:read",
  response: z
    .strictObject({ found: z.boolean(), interactions: z.array(interaction) })
    .meta({ id: "AudienceSessionInteractions" }),
  status: 200,
  planned: true,
});
