const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The wait before each try, counted from the end of the one before. */
export const scheduleMs: readonly number[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** A wait is longer by up to this share, so that deliveries that failed together are not tried again together. */
const jitter = 0.1;
const maxRetryAfterMs = 24 * hourMs;

/** The wait after `triesMade` failed tries. A receiver may ask for a longer one, up to a day. */
export function waitMs(triesMade: number, retryAfter: string | undefined, now: number): number {
  const planned = scheduleMs[Math.min(triesMade, scheduleMs.length - 1)] as number;
  return Math.round(Math.max(planned * (1 + Math.random() * jitter), retryAfterMs(retryAfter, now)));
}

/** Seconds, or a date. */
function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  const wanted = /^\d+$/.test(value.trim()) ? Number(value) * secondMs : Date.parse(value) - now;
  return Number.isNaN(wanted) ? 0 : Math.min(Math.max(wanted, 0), maxRetryAfterMs);
}

/** A subscription is disabled after this time without a success, if several deliveries failed whose events are far enough apart. */
const disableAfterMs = 120 * hourMs;
const minFailedDeliveries = 3;
const minFailingSpanMs = 12 * hourMs;

interface Failing {
  failing_since: number | null;
  failed_deliveries: number;
}

/** `occurredAt`: the time of the event whose delivery has just failed. */
export function isHopeless({ failing_since: since, failed_deliveries }: Failing, occurredAt: number, now: number): boolean {
  if (since === null || failed_deliveries < minFailedDeliveries) return false;
  return now - since >= disableAfterMs && occurredAt - since >= minFailingSpanMs;
}
