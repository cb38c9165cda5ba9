import { type AudienceSession, toOptionalTimestamp, toTimestamp } from "../../contract";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../storage/columns";
import type { VisitKind } from "./kinds";

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
  kind: textOf<VisitKind>(),
  /** A JSON array. */
  kind_reasons: text,
  /** The version that was shown. */
  version_id: optionalText,
  last_seen_at: optionalInteger,
  /** The number of the person who declared themselves: it stays when the person is erased, and tells nothing of them. */
  declared_visitor: optionalInteger,
  /** It was a person's before it was something else, so that its beginning is told. */
  was_persons: integer,
});
export type SessionRow = RowOf<typeof sessionColumns>;

/** What figures are counted from. */
export const countedColumns = columns({
  analytics_session_id: text,
  session_started_at: integer,
  is_bounce: integer,
  has_conversion: integer,
  questions_asked_count: integer,
  has_form_submit: integer,
  time_spent_seconds: optionalInteger,
  max_scroll_depth_percentage: optionalInteger,
  declared_visitor: optionalInteger,
});
export type CountedSession = RowOf<typeof countedColumns>;

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
