import type { Writing } from "../../context";
import { enqueueJob } from "../../jobs/enqueue";
import type { JobContext, NamedJobKind } from "../../jobs/job";
import { saveSessions } from "../../visits/complete-session";
import {
  dueVisitsToChange,
  eventsOf,
  hasDueVisit,
  removeEventsSince,
  removeVisits,
  saveEventData,
  sessionsById,
  setDue,
} from "../../visits/due-visits";
import { countDifferent, lengthOf, withoutTexts } from "../../visits/event-runs";
import { computeVisitsJob, gatherMs, overdueMs } from "../../visits/record-events";
import { type Figures, figuresOf, maxEvents } from "../../visits/session-rules";
import { submissionValues } from "../../visits/submission-values";
import type { StoredEventRow, VisitRow } from "../../visits/visit-events";
import { noteVisits } from "../accounts";
import { lastVisitsOf } from "./last-visits";
import { overfullVisits, trimVisit } from "./overfull-visits";
import { type Computed, changeOf, nextDue } from "./session-change";
import { isSomebodyElses, type VisitedPlace, visitedPlaces } from "./visited-places";

/** Others wait meanwhile: a thousand take about 2 ms. */
const eventsAtOnce = 6_000;

/** After so many transactions it is the turn of other tenants. */
const maxSteps = 10;

/** Makes sessions of what visitors of the tenant did. */
export const computeVisits: NamedJobKind<null> = {
  type: computeVisitsJob,
  maxAttempts: 10,
  async run(job) {
    for (let steps = 0; steps < maxSteps; steps += 1) if ((await job.step(computeSomeVisits)) === 0) return lookAgain(job);
    await job.finish((ctx) => enqueueJob(ctx, computeVisitsJob, null));
  },
};

/** A visit that an event held locked was left out, and there may be no other job. */
async function lookAgain(job: JobContext): Promise<void> {
  if (!(await hasDueVisit(job.db, job.tenantId, job.clock() - overdueMs))) return;
  await job.finish((ctx) => enqueueJob(ctx, computeVisitsJob, null, { afterMs: gatherMs }));
}

/** Returns how many visits were due. */
export async function computeSomeVisits(ctx: Writing): Promise<number> {
  const { db, tenantId } = ctx;
  const due = await dueVisitsToChange(ctx, ctx.dialect.visitsAtOnce);
  if (due.length === 0) return 0;
  const visitKeys = due.map(({ visit_key }) => visit_key);
  const sessionIds = due.map(({ analytics_session_id }) => analytics_session_id);
  const [placeOf, sessions] = await Promise.all([visitedPlaces(ctx, due), sessionsById(db, tenantId, sessionIds)]);
  const before = new Map(sessions.map((session) => [session.analytics_session_id, session]));
  const overfull = await overfullVisits(ctx, due, before);
  const readKeys = visitKeys.filter((visitKey) => !overfull.has(visitKey));
  const events = await eventsOf(db, tenantId, readKeys, maxEvents + 1);
  const byVisit = Map.groupBy(events, ({ visit_key }) => visit_key);
  const isWhole = (key: string) => overfull.has(key) || events.length <= maxEvents || wasAllRead(key, byVisit);
  const whole = due.filter(({ visit_key }) => isWhole(visit_key));
  const visits = firstOf(whole, byVisit).map((visit) => {
    const received = overfull.has(visit.visit_key) ? "too many" : (byVisit.get(visit.visit_key) ?? []);
    return readVisit(visit, placeOf(visit), received);
  });
  const computed = visits.flatMap(({ computed }) => computed ?? []);
  const submissionIds = computed.flatMap(({ figures }) => figures?.formSubmissionIds ?? []);
  const submissions = await submissionValues(ctx, submissionIds);
  const changes = computed.map((each) => changeOf(ctx.now, each, before.get(each.visit.analytics_session_id), submissions));
  const leftOver = await removeWhatIsNotCounted(ctx, visits);
  const nextDues = changes.map(({ after }, index) => {
    const { visit } = computed[index] as Computed;
    return [visit, leftOver.has(visit.visit_key) ? ctx.now : nextDue(after)] as const;
  });
  await Promise.all([
    saveSessions(ctx, changes),
    setDue(ctx, nextDues),
    saveEventData(
      ctx,
      visits.flatMap(({ changed }) => changed),
    ),
  ]);
  // Last, because others wait for an account until the commit.
  await noteVisits(ctx, lastVisitsOf(changes));
  return due.length;
}

interface ReadVisit {
  visitKey: string;
  /** Undefined for a visit that has no place or no events any more. */
  computed: Computed | undefined;
  /** Events that are kept without their texts from now on. */
  changed: StoredEventRow[];
  /** Since when the place is archived, if events came after that. */
  cutAt: number | undefined;
}

/** Returns the keys of visits of which more has to be removed than can be at once. */
async function removeWhatIsNotCounted(ctx: Writing, visits: readonly ReadVisit[]): Promise<ReadonlySet<string>> {
  const leftOver = new Set<string>();
  await removeVisits(
    ctx,
    visits.flatMap((one) => (one.computed ? [] : one.visitKey)),
  );
  for (const { visitKey, computed, cutAt } of visits) {
    // Events from while the audience or page was archived must not count once it is restored.
    const isCut = cutAt === undefined || (await removeEventsSince(ctx, visitKey, cutAt));
    const isTrimmed = !computed || computed.figures || (await trimVisit(ctx, visitKey));
    if (!isCut || !isTrimmed) leftOver.add(visitKey);
  }
  return leftOver;
}

function readVisit(
  visit: VisitRow,
  place: VisitedPlace | undefined,
  received: readonly StoredEventRow[] | "too many",
): ReadVisit {
  const visitKey = visit.visit_key;
  if (!place) return { visitKey, computed: undefined, changed: [], cutAt: undefined };
  if (received === "too many") {
    return { visitKey, computed: { visit, place, figures: undefined }, changed: [], cutAt: undefined };
  }
  const sent = eventsBefore(received, place.archivedAt);
  // A tab may still show the page of a person who is erased: what it sends may name them.
  const counted = isSomebodyElses(visit, place.persons) ? sent.map(withoutTexts) : sent;
  return {
    visitKey,
    computed: counted.length > 0 ? { visit, place, figures: readable(counted) } : undefined,
    changed: counted.filter((event, index) => event !== sent[index]),
    cutAt: place.archivedAt !== null && sent.length < received.length ? place.archivedAt : undefined,
  };
}

/** Visits of which not all events were read wait for the next transaction, unless one has too many by itself. */
function wasAllRead(visitKey: string, read: ReadonlyMap<string, unknown>): boolean {
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
