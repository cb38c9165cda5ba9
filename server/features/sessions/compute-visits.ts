import type { Writing } from "../../context";
import { enqueueJob } from "../../jobs/enqueue";
import type { NamedJobKind } from "../../jobs/job";
import { type SessionChange, saveSessions } from "../../visits/complete-session";
import {
  dueVisitsToChange,
  eventsOf,
  removeEventsSince,
  removeVisits,
  saveEventData,
  sessionsById,
  setDue,
} from "../../visits/due-visits";
import { countDifferent, lengthOf, withoutTexts } from "../../visits/event-runs";
import { unreadableReason, type VisitKind } from "../../visits/kinds";
import { computeVisitsJob } from "../../visits/record-events";
import type { SessionRow } from "../../visits/session-row";
import { type Figures, figuresOf, idleEndMs, longestVisitMs, maxEvents } from "../../visits/session-rules";
import { type SubmissionValues, submissionValues } from "../../visits/submission-values";
import { type Campaign, personHash, personHashOf, type StoredEventRow, type VisitRow } from "../../visits/visit-events";
import { noteVisits } from "../accounts";
import { placesOfAudiences, placesOfPages, type VisitedPlace } from "./visited-places";

/** Visits that one transaction computes. */
export const visitsAtOnce = 64;

/** Others wait meanwhile: a thousand take about 2 ms. */
const eventsAtOnce = 6_000;

/** After so many transactions it is the turn of other tenants. */
const maxSteps = 10;

/** Makes sessions of what visitors of the tenant did. */
export const computeVisits: NamedJobKind<null> = {
  type: computeVisitsJob,
  maxAttempts: 10,
  async run(job) {
    for (let steps = 0; steps < maxSteps; steps += 1) if ((await job.step(computeSomeVisits)) === 0) return;
    await job.finish((ctx) => enqueueJob(ctx, computeVisitsJob, null));
  },
};

/** Returns how many visits were due. */
export async function computeSomeVisits(ctx: Writing): Promise<number> {
  const { db, tenantId } = ctx;
  const due = await dueVisitsToChange(ctx, visitsAtOnce);
  if (due.length === 0) return 0;
  const [events, places, pages, sessions] = await Promise.all([
    eventsOf(
      db,
      tenantId,
      due.map(({ visit_key }) => visit_key),
      maxEvents + 1,
    ),
    placesOfAudiences(ctx, [...new Set(due.flatMap(({ audience_id }) => audience_id ?? []))]),
    placesOfPages(ctx, [...new Set(due.flatMap(({ audience_id, page_id }) => (audience_id === null ? page_id : [])))]),
    sessionsById(
      db,
      tenantId,
      due.map((visit) => visit.analytics_session_id),
    ),
  ]);
  const byVisit = Map.groupBy(events, ({ visit_key }) => visit_key);
  const whole = events.length > maxEvents ? due.filter(({ visit_key }) => isWhole(visit_key, byVisit)) : due;
  const visits = firstOf(whole, byVisit);
  const before = new Map(sessions.map((session) => [session.analytics_session_id, session]));
  const computed: Computed[] = [];
  const refused: string[] = [];
  const changed: StoredEventRow[] = [];
  const cut: [visitKey: string, since: number][] = [];
  for (const visit of visits) {
    const place = visit.audience_id === null ? pages.get(visit.page_id) : places.get(visit.audience_id);
    const received = byVisit.get(visit.visit_key) ?? [];
    const sent = place ? eventsBefore(received, place.archivedAt) : [];
    if (place?.archivedAt && sent.length < received.length) cut.push([visit.visit_key, place.archivedAt]);
    const isForgotten = place !== undefined && showedSomebodyElse(visit, place.personId);
    const counted = isForgotten ? sent.map(withoutTexts) : sent;
    changed.push(...counted.filter((event, index) => event !== sent[index]));
    if (place && counted.length > 0) computed.push({ visit, place, figures: readable(counted) });
    else refused.push(visit.visit_key);
  }
  const submissions = await submissionValues(
    ctx,
    computed.flatMap(({ figures }) => figures?.formSubmissionIds ?? []),
  );
  const changes = computed.map((each) => changeOf(ctx.now, each, before.get(each.visit.analytics_session_id), submissions));
  await Promise.all([
    saveSessions(ctx, changes),
    noteVisits(ctx, lastVisitsOf(computed, changes)),
    setDue(
      ctx,
      changes.map(({ after }, index) => [(computed[index] as Computed).visit, nextLook(after)] as const),
    ),
    removeVisits(ctx, refused),
    // Events from while the audience or page was archived must not count once it is restored.
    ...cut.map(([visitKey, since]) => removeEventsSince(ctx, visitKey, since)),
    saveEventData(ctx, changed),
  ]);
  return due.length;
}

/** By the account's identifier. Only what begins and ends a person's visit is noted: what is in between would be a write each time. */
function lastVisitsOf(computed: readonly Computed[], changes: readonly SessionChange[]): Map<string, number> {
  const lastVisits = new Map<string, number>();
  changes.forEach(({ before, after }, index) => {
    const { accountId } = (computed[index] as Computed).place;
    const isNoted = after.kind === "person" && (before?.kind !== "person" || after.computation_status === "completed");
    if (accountId === null || !isNoted) return;
    lastVisits.set(accountId, Math.max(lastVisits.get(accountId) ?? 0, after.last_seen_at ?? after.session_started_at));
  });
  return lastVisits;
}

/** Visits of which not all events were read wait for the next transaction, unless one has too many by itself. */
function isWhole(visitKey: string, read: ReadonlyMap<string, unknown>): boolean {
  const last = [...read.keys()].at(-1);
  return read.has(visitKey) && (visitKey !== last || read.size === 1);
}

/** As many as have no more events than one transaction computes, and one at least: a row has up to eight. */
function firstOf(visits: readonly VisitRow[], byVisit: ReadonlyMap<string, readonly StoredEventRow[]>): readonly VisitRow[] {
  let count = 0;
  const from = visits.findIndex(({ visit_key }) => (count += countOf(byVisit.get(visit_key) ?? [])) > eventsAtOnce);
  return from === -1 ? visits : visits.slice(0, Math.max(from, 1));
}

function countOf(rows: readonly StoredEventRow[]): number {
  return rows.reduce((sum, row) => sum + lengthOf(row), 0);
}

/**
 * A tab may still show a page that was made for a person who is erased, or whom the audience is not for any more: what it sends
 * may name that person.
 */
function showedSomebodyElse(visit: VisitRow, personId: string | null): boolean {
  const shown = personHashOf(visit);
  return shown !== "" && shown !== personHash(personId);
}

interface Computed {
  visit: VisitRow;
  place: VisitedPlace;
  /** Undefined when the events can't be read. */
  figures: Figures | undefined;
}

/** An archived audience is not visited any more. */
function eventsBefore(events: readonly StoredEventRow[], archivedAt: number | null): readonly StoredEventRow[] {
  return archivedAt === null ? events : events.filter(({ received_at }) => received_at < archivedAt);
}

function readable(events: readonly StoredEventRow[]): Figures | undefined {
  if (hasTooMany(events)) return undefined;
  try {
    return figuresOf(events);
  } catch {
    // The events stay, for an operator to look at. One damaged visit must not hold up all others of its tenant.
    return undefined;
  }
}

/** What was sent again counts once: a tab that never hears of an answer is not to blame. Of too many rows, not all were read. */
function hasTooMany(rows: readonly StoredEventRow[]): boolean {
  const stored = countOf(rows);
  if (rows.length > maxEvents || stored > eventsAtOnce) return true;
  return stored > maxEvents && countDifferent(rows) > maxEvents;
}

function changeOf(
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
  const isOver = hasEnded || now >= endOf(figures.startedAt, figures.lastSeenAt);
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
function nextLook({ computation_status, session_started_at, last_seen_at }: SessionRow): number | null {
  return computation_status === "pending" ? endOf(session_started_at, last_seen_at ?? session_started_at) : null;
}

function endOf(startedAt: number, lastSeenAt: number): number {
  return Math.min(lastSeenAt + idleEndMs, startedAt + longestVisitMs);
}
