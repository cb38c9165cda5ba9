import type { Dialect } from "../../../dialects";

export function sessions({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE audience_sessions (
      tenant_id ${text} NOT NULL,
      analytics_session_id ${text} NOT NULL,
      audience_session_id ${text},
      audience_id ${text},
      page_id ${text},
      page_title ${text},
      page_url ${text},
      computation_status ${text} NOT NULL,
      form_submission_id ${text},
      form_submission_email ${text},
      form_submission_phone ${text},
      form_submission_identifier ${text},
      form_submission_identifier_type ${text},
      has_conversion ${integer} NOT NULL,
      has_form_submit ${integer} NOT NULL,
      is_bounce ${integer} NOT NULL,
      max_scroll_depth_percentage DOUBLE PRECISION,
      questions_asked_count ${integer} NOT NULL,
      total_clicks_count ${integer} NOT NULL,
      time_spent_seconds DOUBLE PRECISION,
      session_started_at ${integer} NOT NULL,
      session_ended_at ${integer},
      utm_campaign ${text},
      utm_content ${text},
      utm_medium ${text},
      utm_source ${text},
      utm_term ${text},
      PRIMARY KEY (tenant_id, analytics_session_id)
    ) ${tableOptions}`,
    `CREATE UNIQUE INDEX audience_sessions_session
      ON audience_sessions (tenant_id, audience_session_id) WHERE audience_session_id IS NOT NULL`,
    "CREATE INDEX audience_sessions_page ON audience_sessions (tenant_id, page_id, session_started_at, analytics_session_id)",
    "CREATE INDEX audience_sessions_audience ON audience_sessions (tenant_id, audience_id, session_started_at, analytics_session_id)",
    `CREATE INDEX audience_sessions_email ON audience_sessions (tenant_id, lower(form_submission_email))
      WHERE form_submission_email IS NOT NULL`,
    `CREATE INDEX audience_sessions_phone ON audience_sessions (tenant_id, form_submission_phone)
      WHERE form_submission_phone IS NOT NULL`,
    `CREATE INDEX audience_sessions_identifier ON audience_sessions (tenant_id, lower(form_submission_identifier))
      WHERE form_submission_identifier IS NOT NULL`,

    `CREATE TABLE session_interactions (
      tenant_id ${text} NOT NULL,
      audience_session_id ${text} NOT NULL,
      position ${integer} NOT NULL,
      component_context ${text} NOT NULL,
      component_id ${text} NOT NULL,
      grounding_chunk_ids ${text} NOT NULL,
      label ${text} NOT NULL,
      options ${text} NOT NULL,
      response_text ${text} NOT NULL,
      happened_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, audience_session_id, position)
    ) ${tableOptions}`,
  ];
}
