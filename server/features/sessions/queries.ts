import { type AudienceSession, type Interaction, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { Reader } from "../../storage/port";
import { sql } from "../../storage/sql";

export interface SessionRow {
  analytics_session_id: string;
  audience_session_id: string | null;
  audience_id: string | null;
  page_id: string | null;
  page_title: string | null;
  page_url: string | null;
  computation_status: AudienceSession["computationStatus"];
  form_submission_id: string | null;
  form_submission_email: string | null;
  form_submission_phone: string | null;
  form_submission_identifier: string | null;
  form_submission_identifier_type: AudienceSession["formSubmissionIdentifierType"];
  has_conversion: number;
  has_form_submit: number;
  is_bounce: number;
  max_scroll_depth_percentage: number | null;
  questions_asked_count: number;
  total_clicks_count: number;
  time_spent_seconds: number | null;
  session_started_at: number;
  session_ended_at: number | null;
  utm_campaign: string | null;
  utm_content: string | null;
  utm_medium: string | null;
  utm_source: string | null;
  utm_term: string | null;
}

export const sessionColumns = sql`analytics_session_id, audience_session_id, audience_id, page_id, page_title, page_url, computation_status,
  form_submission_id, form_submission_email, form_submission_phone, form_submission_identifier, form_submission_identifier_type,
  has_conversion, has_form_submit, is_bounce, max_scroll_depth_percentage, questions_asked_count, total_clicks_count,
  time_spent_seconds, session_started_at, session_ended_at, utm_campaign, utm_content, utm_medium, utm_source, utm_term`;

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
    SELECT ${sessionColumns} FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND audience_session_id = ${audienceSessionId}`);
}

interface InteractionRow {
  component_context: string;
  component_id: string;
  grounding_chunk_ids: string;
  label: string;
  options: string;
  response_text: string;
  happened_at: number;
}

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
    SELECT component_context, component_id, grounding_chunk_ids, label, options, response_text, happened_at
    FROM session_interactions WHERE tenant_id = ${tenantId} AND audience_session_id = ${audienceSessionId} ORDER BY position`);
}
