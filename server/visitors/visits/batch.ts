import {
  type Campaign,
  namelessData,
  utmFields,
  type VisitEventData,
  type VisitEventRow,
  type VisitEventType,
} from "../../visits/visit-events";

export const maxBatchBytes = 16_384;
const maxBatchEvents = 50;
/** Ten years, longer than any page stays open: each visit in a tab goes on with the same clock. */
const maxClockMs = 3_650 * 86_400_000;
const maxTextLength = 200;
const maxUtmLength = 500;
const keyPattern = /^[a-z0-9]{8,40}$/;

/** What the tracker has sent at once. */
export interface Batch {
  visitKey: string;
  /** This opening of the page. */
  load: string;
  /** The visitor asks for privacy, or the tenant wants to recognise nobody… */
  isAnonymous: boolean;
  /** …and the page's script knows that, so that it has named the visit and this opening of the page anew. */
  isNamedAnew: boolean;
  /** When it was sent, by the page's own clock. */
  sentMs: number;
  events: Omit<VisitEventRow, "visit_key" | "load_key" | "received_at">[];
}

/** Undefined for anything that the tracker would not send. Of an anonymous visitor, campaigns and texts of the page are left out. */
export function readBatch(text: string, mustBeAnonymous: boolean): Batch | undefined {
  const sent = parsed(text);
  if (typeof sent !== "object" || sent === null) return undefined;
  const { v: visitKey, l: load, n: sentMs, e: events, p: isPrivate } = sent as Record<string, unknown>;
  // Some browsers tell only scripts that their user wants privacy.
  const isNamedAnew = isPrivate === 1;
  const isAnonymous = mustBeAnonymous || isNamedAnew;
  if (!isKey(visitKey) || !isKey(load) || !isClock(sentMs)) return undefined;
  if (!Array.isArray(events) || events.length === 0 || events.length > maxBatchEvents) return undefined;
  const read: Batch["events"] = [];
  for (const event of events) {
    const [seq, letter, atMs, ...rest] = Array.isArray(event) ? (event as unknown[]) : [];
    const reader = typeof letter === "string" && Object.hasOwn(readers, letter) ? readers[letter] : undefined;
    if (!reader || !isCount(seq) || !isClock(atMs) || atMs > sentMs) return undefined;
    const data = reader.read(rest, atMs, sentMs);
    if (data === undefined) return undefined;
    if (isAnonymous) Object.assign(data, namelessData[reader.type]);
    read.push({ seq, type: reader.type, at_ms: atMs, sent_ms: sentMs, data: JSON.stringify(data) });
  }
  return { visitKey, load, isAnonymous, isNamedAnew, sentMs, events: read };
}

interface Reader<Type extends VisitEventType = VisitEventType> {
  type: Type;
  read(rest: unknown[], atMs: number, sentMs: number): VisitEventData[Type] | undefined;
}

const reader = <Type extends VisitEventType>(type: Type, read: Reader<Type>["read"]): Reader<Type> => ({ type, read });

/** By the letter that the tracker sends. */
const readers: Readonly<Record<string, Reader>> = {
  s: reader("start", ([search, automated]) =>
    typeof search === "string" ? { utm: utmIn(search), isAutomated: automated === 1 } : undefined,
  ),
  t: reader("time", ([to], atMs, sentMs) => (isClock(to) && to >= atMs && to <= sentMs ? { to } : undefined)),
  d: reader("depth", ([percentage]) => (isCount(percentage) && percentage <= 100 ? { percentage } : undefined)),
  c: reader("click", ([componentId, label, context, action]) => ({
    componentId: shortText(componentId),
    label: shortText(label),
    context: shortText(context),
    actionId: typeof action === "string" && action !== "" ? shortText(action) : null,
  })),
  i: reader("input", () => ({})),
  k: reader("typed", () => ({})),
  e: reader("end", () => ({})),
};

/** A value with an e-mail address in it would name a person, so it is not kept. Some senders escape addresses several times. */
export function utmIn(search: string): Campaign {
  const query = new URLSearchParams(search);
  const found: Campaign = {};
  for (const field of utmFields) {
    const value = cleaned(query.get(`utm_${field}`) ?? "", maxUtmLength);
    if (value !== "" && !/@|%(25)*40/.test(value)) found[field] = value;
  }
  return found;
}

function shortText(value: unknown): string {
  return typeof value === "string" ? cleaned(value, maxTextLength) : "";
}

/** Of printable ASCII, without a space at an end or two in a row. */
const isClean = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** NUL and lone surrogates can't be stored. */
function cleaned(text: string, maxLength: number): string {
  if (text.length <= maxLength && isClean.test(text)) return text;
  return text.slice(0, maxLength).replaceAll("\0", "").toWellFormed().replace(/\s+/g, " ").trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isKey(value: unknown): value is string {
  return typeof value === "string" && keyPattern.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
}

function isClock(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxClockMs;
}
