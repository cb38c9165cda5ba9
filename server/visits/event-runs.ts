import { namelessData, type StoredEventRow, type VisitEventData, type VisitEventRow, type VisitEventType } from "./visit-events";

/** Few enough that SQLite needs no page apart for the row. */
const maxLength = 8;
/** The number of a row says which events it has: the same ones sent again are the same row. */
const lengthBase = 64;

/** An event as a run has it. */
type RunEvent = [type: VisitEventType, atMs: number, data: VisitEventData[VisitEventType]];

/**
 * What was sent together is stored in rows of several events each, because a row with its index entries costs most of it. Events
 * that were sent once more with later ones are in two rows, and count once (`session-rules.ts`).
 */
export function inRuns(events: readonly VisitEventRow[]): StoredEventRow[] {
  const rows: StoredEventRow[] = [];
  for (let from = 0; from < events.length; ) {
    const first = events[from] as VisitEventRow;
    let to = from + 1;
    while (to < events.length && to - from < maxLength && follows(first, events[to] as VisitEventRow, to - from)) to += 1;
    rows.push(to - from === 1 ? first : runOf(events, from, to));
    from = to;
  }
  return rows;
}

function follows(first: VisitEventRow, next: VisitEventRow, distance: number): boolean {
  return (
    next.seq === first.seq + distance &&
    next.load_key === first.load_key &&
    next.visit_key === first.visit_key &&
    next.sent_ms === first.sent_ms &&
    next.received_at === first.received_at
  );
}

/** Below zero, so that no run has the number of a single event. */
function runOf(events: readonly VisitEventRow[], from: number, to: number): StoredEventRow {
  const first = events[from] as VisitEventRow;
  let data = "";
  for (let at = from; at < to; at += 1) {
    const event = events[at] as VisitEventRow;
    data += `${data === "" ? "[" : ","}["${event.type}",${event.at_ms},${event.data}]`;
  }
  return { ...first, seq: -(first.seq * lengthBase + to - from), type: "run", data: `${data}]` };
}

/** How many events a row has, without reading them. */
export function lengthOf({ type, seq }: StoredEventRow): number {
  return type === "run" ? -seq % lengthBase : 1;
}

/** How many events rows have if each counts once, without reading them. */
export function countDifferent(rows: readonly StoredEventRow[]): number {
  const found = new Map<string, Set<number>>();
  for (const row of rows) {
    const seqs = found.get(row.load_key) ?? new Set<number>();
    found.set(row.load_key, seqs);
    const first = firstSeqOf(row);
    for (let distance = 0; distance < lengthOf(row); distance += 1) seqs.add(first + distance);
  }
  return [...found.values()].reduce((count, seqs) => count + seqs.size, 0);
}

/** The number of the first event in a row. */
export function firstSeqOf({ type, seq }: StoredEventRow): number {
  return type === "run" ? Math.floor(-seq / lengthBase) : seq;
}

/** Throws when they can't be read. */
export function eventsIn({ type, at_ms, data }: StoredEventRow): RunEvent[] {
  // Both were written together, so that the type tells what the data holds.
  return type === "run" ? (JSON.parse(data) as RunEvent[]) : [[type, at_ms, JSON.parse(data) as VisitEventData[VisitEventType]]];
}

/** The same row if it has no texts. One that can't be read has nothing any more. */
export function withoutTexts(row: StoredEventRow): StoredEventRow {
  const data = namelessDataOf(row);
  return data === row.data ? row : { ...row, data };
}

function namelessDataOf(row: StoredEventRow): string {
  try {
    const events = eventsIn(row).map(([type, atMs, data]) => [type, atMs, { ...data, ...namelessData[type] }] as const);
    return JSON.stringify(row.type === "run" ? events : events[0]?.[2]);
  } catch {
    return "";
  }
}
