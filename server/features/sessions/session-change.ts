import type { SessionChange } from "../../visits/complete-session";
import { unreadableReason, type VisitKind } from "../../visits/kinds";
import type { SessionRow } from "../../visits/session-row";
import { type Figures, idleEndMs, longestVisitMs } from "../../visits/session-rules";
import type { SubmissionValues } from "../../visits/submission-values";
import type { Campaign, VisitRow } from "../../visits/visit-events";
import type { VisitedPlace } from "./visited-places";

/** A visit, where it was, and what was counted of it. */
export interface Computed {
  visit: VisitRow;
  place: VisitedPlace;
  /** Undefined when the events can't be read. */
  figures: Figures | undefined;
}

/** The session of a visit as it was and as it is now. */
export function changeOf(
  now: number,
  { visit, place, figures }: Computed,
  before: SessionRow | undefined,
  submissions: ReadonlyMap<string, SubmissionValues>,
): SessionChange {
  const { accountId } = place;
  if (!figures) {
    const after = { ...failed(before ?? unread(visit, place)), was_persons: wasPersons(before, "bot") };
    return { before, after, accountId, interactions: [] };
  }
  // What has ended stays so until something new is told, also on a node whose clock is behind.
  const hasEnded = before?.session_ended_at === figures.lastSeenAt;
  // What came while the clock was ahead would go on until the clock gets there.
  const wasAhead = figures.lastSeenAt > now + longestVisitMs;
  const isOver = hasEnded || wasAhead || now >= endOf(figures.startedAt, figures.lastSeenAt);
  const isAnonymous = visit.audience_id === null;
  const { utm } = isAnonymous ? { utm: {} as Campaign } : figures;
  const after: SessionRow = {
    ...unread(visit, place),
    computation_status: isOver ? "completed" : "pending",
    form_submission_id: figures.formSubmissionIds.at(-1) ?? null,
    ...submissions.get(figures.formSubmissionIds.at(-1) ?? ""),
    declared_visitor: declaredVisitor(before, figures, submissions),
    has_conversion: Number(figures.hasConversion),
    has_form_submit: Number(figures.hasFormSubmit),
    is_bounce: Number(figures.isBounce),
    max_scroll_depth_percentage: figures.maxScrollDepthPercentage,
    questions_asked_count: figures.questionsAskedCount,
    total_clicks_count: figures.totalClicksCount,
    time_spent_seconds: figures.timeSpentSeconds,
    session_started_at: figures.startedAt,
    session_ended_at: isOver ? figures.lastSeenAt : null,
    utm_campaign: utm.campaign ?? null,
    utm_content: utm.content ?? null,
    utm_medium: utm.medium ?? null,
    utm_source: utm.source ?? null,
    utm_term: utm.term ?? null,
    kind: figures.kind,
    kind_reasons: JSON.stringify(figures.kindReasons),
    last_seen_at: figures.lastSeenAt,
    was_persons: wasPersons(before, figures.kind),
  };
  return { before, after, accountId, interactions: isAnonymous ? [] : figures.interactions };
}

/**
 * Who declared themselves last, in whichever form of the visit. A submission that was deleted meanwhile tells nothing any more, and
 * its sender still counts.
 */
function declaredVisitor(
  before: SessionRow | undefined,
  { formSubmissionIds }: Figures,
  submissions: ReadonlyMap<string, SubmissionValues>,
): number | null {
  const counted = before?.declared_visitor ?? null;
  if (counted !== null && before?.form_submission_id === formSubmissionIds.at(-1)) return counted;
  const declared = formSubmissionIds.map((id) => submissions.get(id)?.declared_visitor ?? null);
  return declared.findLast((visitor) => visitor !== null) ?? counted;
}

/** Nothing shows that a person caused what can't be read, so it does not count. */
function failed(session: SessionRow): SessionRow {
  return { ...session, computation_status: "failed", kind: "bot", kind_reasons: JSON.stringify([unreadableReason]) };
}

/** Only noted when a person's visit becomes something else: most never do, and stay as they are. */
function wasPersons(before: SessionRow | undefined, kind: VisitKind): number {
  return Number(before?.was_persons === 1 || (before?.kind === "person" && kind !== "person"));
}

/** A session of whose events nothing is known. */
function unread(visit: VisitRow, { title, url }: VisitedPlace): SessionRow {
  const { analytics_session_id, audience_session_id, audience_id, page_id, version_id, first_received_at } = visit;
  return {
    ...{ analytics_session_id, audience_session_id, audience_id, page_id, version_id },
    page_title: title,
    page_url: url,
    computation_status: "pending",
    form_submission_id: null,
    form_submission_email: null,
    form_submission_phone: null,
    form_submission_identifier: null,
    form_submission_identifier_type: null,
    has_conversion: 0,
    has_form_submit: 0,
    is_bounce: 0,
    max_scroll_depth_percentage: null,
    questions_asked_count: 0,
    total_clicks_count: 0,
    time_spent_seconds: null,
    session_started_at: first_received_at,
    session_ended_at: null,
    utm_campaign: null,
    utm_content: null,
    utm_medium: null,
    utm_source: null,
    utm_term: null,
    kind: "person",
    kind_reasons: "[]",
    last_seen_at: first_received_at,
    declared_visitor: null,
    was_persons: 0,
  };
}

/** When the visit is over if nothing more comes; null when it is, or can't be read. */
export function nextDue({ computation_status, session_started_at, last_seen_at }: SessionRow): number | null {
  return computation_status === "pending" ? endOf(session_started_at, last_seen_at ?? session_started_at) : null;
}

function endOf(startedAt: number, lastSeenAt: number): number {
  return Math.min(lastSeenAt + idleEndMs, startedAt + longestVisitMs);
}
