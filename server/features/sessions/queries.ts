import { type AudienceSession, type Interaction, toOptionalTimestamp, toTimestamp } from "../../../contract";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { sql } from "../../storage/sql";

export const sessionColumns = columns({
  analytics_session_id: text,
  audience_session_id: optionalText,
  audience_id: optionalText,
  page_id: optionalText,
  page_title: optionalText,
  page_url: optionalText,
  computation_status: textOf<AudienceSession["computationStatus"]>(),
  form_submission_id: optionalText,
  form_submission_email: optionalText,
  form_submission_phone: optionalText,
  form_submission_identifier: optionalText,
  form_submission_identifier_type: textOf<AudienceSession["formSubmissionIdentifierType"]>(),
  has_conversion: integer,
  has_form_submit: integer,
  is_bounce: integer,
  max_scroll_depth_percentage: optionalInteger,
  questions_asked_count: integer,
  total_clicks_count: integer,
  time_spent_seconds: optionalInteger,
  session_started_at: integer,
  session_ended_at: optionalInteger,
  utm_campaign: optionalText,
  utm_content: optionalText,
  utm_medium: optionalText,
  utm_source: optionalText,
  utm_term: optionalText,
});
export type SessionRow = RowOf<typeof sessionColumns>;

export function toSession(row: SessionRow): AudienceSession {
  return {
    analyticsSessionId: row.analytics_session_id,
    audienceSessionId: row.audience_session_id,
    audienceId: row.audience_id,
    pageId: row.page_id,
    pageTitle: row.page_title,
    pageUrl: row.page_url,
    computationStatus: row.computation_status,
    formSubmissionId: row.form_submission_id,
    formSubmissionEmail: row.form_submission_email,
    formSubmissionPhone: row.form_submission_phone,
    formSubmissionIdentifier: row.form_submission_identifier,
    formSubmissionIdentifierType: row.form_submission_identifier_type,
    hasConversion: row.has_conversion === 1,
    hasFormSubmit: row.has_form_submit === 1,
    isBounce: row.is_bounce === 1,
    maxScrollDepthPercentage: row.max_scroll_depth_percentage,
    questionsAskedCount: row.questions_asked_count,
    totalClicksCount: row.total_clicks_count,
    timeSpentSeconds: row.time_spent_seconds,
    sessionStartedAt: toTimestamp(row.session_started_at),
    sessionEndedAt: toOptionalTimestamp(row.session_ended_at),
    utmCampaign: row.utm_campaign,
    utmContent: row.utm_content,
    utmMedium: row.utm_medium,
    utmSource: row.utm_source,
    utmTerm: row.utm_term,
  };
}

export function findSession(db: Reader, tenantId: string, audienceSessionId: string): Promise<SessionRow | undefined> {
  return db.first(sql`
    SELECT ${sessionColumns.names} FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND audience_session_id = ${audienceSessionId}`);
}

const interactionColumns = columns({
  component_context: text,
  component_id: text,
  grounding_chunk_ids: text,
  label: text,
  options: text,
  response_text: text,
  happened_at: integer,
});
type InteractionRow = RowOf<typeof interactionColumns>;

export function toInteraction(row: InteractionRow): Interaction {
  return {
    componentContext: row.component_context,
    componentId: row.component_id,
    groundingChunkIds: JSON.parse(row.grounding_chunk_ids) as string[],
    label: row.label,
    options: JSON.parse(row.options) as string[],
    responseText: row.response_text,
    timestamp: row.happened_at,
  };
}

export function interactionsOf(db: Reader, tenantId: string, audienceSessionId: string): Promise<InteractionRow[]> {
  return db.all(sql`
    SELECT ${interactionColumns.names}
    FROM session_interactions WHERE tenant_id = ${tenantId} AND audience_session_id = ${audienceSessionId} ORDER BY position`);
}
