import type { AudienceSession, Interaction } from "../../../contract";
import { createIds } from "../../../server/records/ids";
import type { Database, Transaction } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";

const newId = createIds(Date.now);

export interface NewSession extends Partial<Omit<AudienceSession, "sessionStartedAt" | "sessionEndedAt">> {
  /** Unix milliseconds. */
  startedAt?: number;
  endedAt?: number | null;
  interactions?: Interaction[];
}

export const visitStartedAt = 1_763_164_800_000;

/** Everything there is to know of a visit, but for where and when it was. */
export const knownOfVisit = {
  pageTitle: "Acme, meet Foyer ☕",
  pageUrl: "https://pages.acme.example/ada?utm_source=mail",
  computationStatus: "completed",
  formSubmissionId: "submission_01jcq0000000000000000000aa",
  formSubmissionEmail: "ada@acme.example",
  formSubmissionPhone: "+14155550123",
  formSubmissionIdentifier: "ada@acme.example",
  formSubmissionIdentifierType: "email",
  hasConversion: true,
  hasFormSubmit: true,
  isBounce: true,
  maxScrollDepthPercentage: 87.5,
  questionsAskedCount: 2,
  totalClicksCount: 11,
  timeSpentSeconds: 93.25,
  utmCampaign: "spring",
  utmContent: "a",
  utmMedium: "email",
  utmSource: "newsletter",
  utmTerm: "anvils",
} satisfies NewSession;

export function interaction(label: string): Interaction {
  return {
    componentContext: "Pricing ☕",
    componentId: "pricing-table",
    groundingChunkIds: ["entry_1", "entry_2"],
    label,
    options: ["Starter", "Team"],
    responseText: `answer to ${label}`,
    timestamp: visitStartedAt + 5,
  };
}

/** A visit as rows, as the collector will write it. What is not said is null, none or now. */
export async function addSession(
  db: Database,
  tenantId: string,
  { startedAt = Date.now(), endedAt = null, interactions = [], ...fields }: NewSession,
): Promise<{ audienceSessionId: string; analyticsSessionId: string }> {
  const audienceSessionId = fields.audienceSessionId ?? newId("session");
  const analyticsSessionId = fields.analyticsSessionId ?? newId("visit");
  const flag = (value = false) => Number(value);
  await db.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO audience_sessions (tenant_id, analytics_session_id, audience_session_id, audience_id, page_id, page_title, page_url,
        computation_status, form_submission_id, form_submission_email, form_submission_phone, form_submission_identifier,
        form_submission_identifier_type, has_conversion, has_form_submit, is_bounce, max_scroll_depth_percentage,
        questions_asked_count, total_clicks_count, time_spent_seconds, session_started_at, session_ended_at,
        utm_campaign, utm_content, utm_medium, utm_source, utm_term)
      VALUES (${tenantId}, ${analyticsSessionId}, ${fields.audienceSessionId === null ? null : audienceSessionId},
        ${fields.audienceId ?? null}, ${fields.pageId ?? null}, ${fields.pageTitle ?? null}, ${fields.pageUrl ?? null},
        ${fields.computationStatus ?? "completed"}, ${fields.formSubmissionId ?? null}, ${fields.formSubmissionEmail ?? null},
        ${fields.formSubmissionPhone ?? null}, ${fields.formSubmissionIdentifier ?? null},
        ${fields.formSubmissionIdentifierType ?? null}, ${flag(fields.hasConversion)}, ${flag(fields.hasFormSubmit)},
        ${flag(fields.isBounce)}, ${fields.maxScrollDepthPercentage ?? null}, ${fields.questionsAskedCount ?? 0},
        ${fields.totalClicksCount ?? 0}, ${fields.timeSpentSeconds ?? null}, ${startedAt}, ${endedAt},
        ${fields.utmCampaign ?? null}, ${fields.utmContent ?? null}, ${fields.utmMedium ?? null}, ${fields.utmSource ?? null},
        ${fields.utmTerm ?? null})`);
    for (const [position, interaction] of interactions.entries()) {
      await addInteraction(tx, tenantId, audienceSessionId, position, interaction);
    }
  });
  return { audienceSessionId, analyticsSessionId };
}

async function addInteraction(
  tx: Transaction,
  tenantId: string,
  audienceSessionId: string,
  position: number,
  { componentContext, componentId, groundingChunkIds, label, options, responseText, timestamp }: Interaction,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO session_interactions (tenant_id, audience_session_id, position, component_context, component_id,
      grounding_chunk_ids, label, options, response_text, happened_at)
    VALUES (${tenantId}, ${audienceSessionId}, ${position}, ${componentContext}, ${componentId},
      ${JSON.stringify(groundingChunkIds)}, ${label}, ${JSON.stringify(options)}, ${responseText}, ${timestamp})`);
}
