import { eventsIn, firstSeqOf } from "./event-runs";
import { kindOf, type VisitEvidence, type VisitKind } from "./kinds";
import type { Campaign, StoredEventRow, VisitEventData, VisitEventType, VisitSignal } from "./visit-events";

/** A visit ends after this long without a sign of life… */
export const idleEndMs = 30 * 60_000;
/** …or this long after its start. */
export const longestVisitMs = 24 * 3_600_000;
const bounceBelowSeconds = 10;

/**
 * A visit with more has failed: twelve hours of attention have fewer. With each further event all are read again, about 2 ms for
 * a thousand of them.
 */
export const maxEvents = 3_000;

/** What the events of a visit say. */
export interface Figures {
  /** By the server's clock: when the first event came in… */
  startedAt: number;
  /** …and the last one; of those that came when the visit was over, when they happened. */
  lastSeenAt: number;
  /** Null without JavaScript: nobody measured. */
  timeSpentSeconds: number | null;
  maxScrollDepthPercentage: number | null;
  totalClicksCount: number;
  questionsAskedCount: number;
  /** Of the forms that were sent, the last one last; none of an anonymous visit. */
  formSubmissionIds: string[];
  hasFormSubmit: boolean;
  hasConversion: boolean;
  isBounce: boolean;
  /** From the address of the first opening that has any. */
  utm: Campaign;
  kind: VisitKind;
  kindReasons: string[];
  interactions: VisitInteraction[];
}

/** Something that a visitor did with a part of the page. */
export interface VisitInteraction {
  at: number;
  componentId: string;
  componentContext: string;
  label: string;
}

/** Every figure of a session, from its raw events alone, in whatever order they came. Throws when they can't be read. */
export function figuresOf(rows: readonly StoredEventRow[]): Figures {
  const events = readEvents(rows).sort(byTime);
  // What the server notes of a network later is no sign of life.
  const signs = events.filter(({ type }) => type !== "signal");
  const alive = signs.length > 0 ? signs : events;
  const startedAt = Math.min(...alive.map(({ receivedAt }) => receivedAt));
  const lastSeenAt = Math.min(lastSignOf(alive, startedAt), startedAt + longestVisitMs);
  const within = (moment: number) => Math.min(Math.max(moment, startedAt), lastSeenAt);

  const ofType = <Type extends VisitEventType>(type: Type) =>
    events.filter((event): event is Extract<AnyEvent, { type: Type }> => event.type === type);
  const clicks = ofType("click");
  const questions = ofType("question");
  const forms = ofType("form");
  const starts = ofType("start");
  const isMeasured = events.some(({ type }) => measured.has(type));

  const spentMs = unionLength(ofType("time").map(({ at, offset, data }) => [within(at), within(offset + data.to)]));
  const timeSpentSeconds = isMeasured ? Math.round(spentMs) / 1_000 : null;
  const hasFormSubmit = forms.length > 0;
  const evidence: VisitEvidence = {
    signals: new Set<VisitSignal>(ofType("signal").map(({ data }) => data.signal)),
    isAutomated: starts.some(({ data }) => data.isAutomated),
    firstInputsMs: ofType("input").map(({ at, offset }) => at - offset),
    hasTyped: ofType("typed").length > 0,
    hasAsked: questions.length > 0,
    hasSentForm: forms.some(({ data }) => !data.isPrefilled),
    hasSentPrefilledForm: forms.some(({ data }) => data.isPrefilled),
    hasTime: spentMs > 0,
  };
  const { kind, reasons } = kindOf(evidence);
  return {
    startedAt,
    lastSeenAt,
    timeSpentSeconds,
    maxScrollDepthPercentage: isMeasured ? Math.max(0, ...ofType("depth").map(({ data }) => data.percentage)) : null,
    totalClicksCount: clicks.length,
    questionsAskedCount: questions.length,
    formSubmissionIds: forms.map(({ data }) => data.submissionId).filter((id) => id !== ""),
    hasFormSubmit,
    hasConversion: hasFormSubmit || clicks.some(({ data }) => data.actionId !== null),
    isBounce: clicks.length + questions.length + forms.length === 0 && (timeSpentSeconds ?? 0) < bounceBelowSeconds,
    utm: events.map(campaignOf).find((utm) => Object.keys(utm).length > 0) ?? {},
    kind,
    kindReasons: reasons,
    interactions: events.flatMap((event) => interactionOf(event, within(event.at))),
  };
}

function campaignOf({ type, data }: AnyEvent): Campaign {
  return type === "start" || type === "view" ? (data.utm ?? {}) : {};
}

/** Sent by the tracker, so that time and depth were measured. */
const measured: ReadonlySet<VisitEventType> = new Set(["start", "time", "depth", "click", "input", "typed", "end"]);

interface ReadEvent<Type extends VisitEventType = VisitEventType> {
  type: Type;
  data: VisitEventData[Type];
  /** On the clock of this opening of the page. */
  atMs: number;
  sentMs: number;
  /** By the server's clock. */
  at: number;
  /** What this opening's clock has to be added to. */
  offset: number;
  receivedAt: number;
  load: string;
  seq: number;
}
type AnyEvent = { [Type in VisitEventType]: ReadEvent<Type> }[VisitEventType];

/** Each event once, as it came first. */
function readEvents(rows: readonly StoredEventRow[]): AnyEvent[] {
  const loads = new Map<string, Map<number, AnyEvent>>();
  for (const row of rows) {
    const { load_key: load, sent_ms: sentMs, received_at: receivedAt } = row;
    const known = loads.get(load) ?? new Map<number, AnyEvent>();
    loads.set(load, known);
    let seq = firstSeqOf(row);
    for (const [type, atMs, data] of eventsIn(row)) {
      const same = known.get(seq);
      if (same === undefined || receivedAt < same.receivedAt)
        known.set(seq, { type, data, atMs, sentMs, at: 0, offset: 0, receivedAt, load, seq } as AnyEvent);
      seq += 1;
    }
  }
  return [...loads.values()].flatMap((events) => placed([...events.values()]));
}

/**
 * When an opening of the page began, by the server's clock, is told best by its fastest batch. Clients send durations alone, and
 * no opening can begin after the server has heard of it.
 */
function placed(events: AnyEvent[]): AnyEvent[] {
  const offset = Math.min(...events.map(({ receivedAt, sentMs }) => receivedAt - sentMs));
  for (const event of events) {
    event.offset = offset;
    event.at = offset + event.atMs;
  }
  return events;
}

/** Events of one moment have a fixed order too. */
function byTime(one: AnyEvent, other: AnyEvent): number {
  return one.at - other.at || compare(one.load, other.load) || one.seq - other.seq;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * A tab keeps what it can't send, and may send it hours later. A visit that was over by then stays over, and such late events
 * count from when they happened.
 */
function lastSignOf(events: readonly AnyEvent[], startedAt: number): number {
  const batches = [...Map.groupBy(events, ({ receivedAt }) => receivedAt)].sort(([one], [other]) => one - other);
  let last = startedAt;
  for (const [receivedAt, sent] of batches) {
    const isLate = receivedAt >= last + idleEndMs;
    last = isLate ? Math.min(receivedAt, Math.max(last, ...sent.map(endOfEvent))) : receivedAt;
  }
  return last;
}

function endOfEvent(event: AnyEvent): number {
  return event.type === "time" ? event.offset + event.data.to : event.at;
}

/** How much time the intervals cover together: two tabs at once count once. */
function unionLength(intervals: readonly (readonly [from: number, to: number])[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of intervals.toSorted(([one], [other]) => one - other)) {
    if (to <= end) continue;
    length += to - Math.max(from, end);
    end = to;
  }
  return length;
}

/** Clicks with what was clicked, and that a question was asked or a form sent: what was written is kept elsewhere. */
function interactionOf(event: AnyEvent, at: number): VisitInteraction[] {
  switch (event.type) {
    case "click": {
      const { componentId, context, label } = event.data;
      return [{ at, componentId, componentContext: context, label }];
    }
    case "question":
      return [{ at, componentId: event.data.questionId, componentContext: "question", label: "" }];
    case "form":
      return [{ at, componentId: event.data.submissionId, componentContext: "form", label: "" }];
    default:
      return [];
  }
}
