import { Problem } from "../records/problem";
import type { Bucket, Holder } from "./keyring";

const burstSeconds = 2;
const wrongKeysPerMinute = 600;
const minuteMs = 60_000;
const maxAddresses = 100_000;

/** The values of the `RateLimit-*` headers. */
export interface Allowance {
  limit: string;
  remaining: string;
  resetSeconds: string;
}

export function allowanceHeaders({ limit, remaining, resetSeconds }: Allowance): Record<string, string> {
  return { "ratelimit-limit": limit, "ratelimit-remaining": remaining, "ratelimit-reset": resetSeconds };
}

export interface RateLimit {
  readonly bucketSize: number;
  /** Takes one request from the key's bucket; what is left of it, undefined when there is no limit. */
  take(holder: Holder, now: number): Allowance | undefined;
}

/** A token bucket for each key; `perSecond` 0 is no limit. */
export function createRateLimit(perSecond: number): RateLimit {
  const bucketSize = perSecond * burstSeconds;
  const limitText = String(bucketSize);

  function allowance({ tokens }: Bucket): Allowance {
    return {
      limit: limitText,
      remaining: String(Math.floor(tokens)),
      resetSeconds: String(Math.ceil((bucketSize - tokens) / perSecond)),
    };
  }

  return {
    bucketSize,
    take(holder, now) {
      if (perSecond === 0) return undefined;
      const { bucket } = holder;
      const refill = Math.max(0, now - bucket.at) * (perSecond / 1_000);
      bucket.tokens = Math.min(bucketSize, bucket.tokens + refill);
      bucket.at = now;
      if (bucket.tokens < 1) {
        const waitSeconds = Math.ceil((1 - bucket.tokens) / perSecond);
        throw new Problem("rate_limited", {
          detail: `This key may make ${perSecond} requests a second, and ${bucketSize} at once`,
          headers: { ...allowanceHeaders(allowance(bucket)), "retry-after": String(waitSeconds) },
        });
      }
      bucket.tokens -= 1;
      return allowance(bucket);
    },
  };
}

/** Counts wrong keys by address, a minute at a time; a missing key never counts. */
export function createGuessLimit(): (address: string, now: number) => void {
  let minute = 0;
  let guesses = new Map<string, number>();
  return (address, now) => {
    const current = Math.floor(now / minuteMs);
    if (current !== minute || guesses.size > maxAddresses) {
      minute = current;
      guesses = new Map();
    }
    const count = (guesses.get(address) ?? 0) + 1;
    guesses.set(address, count);
    if (count <= wrongKeysPerMinute) return;
    const waitSeconds = Math.ceil(((current + 1) * minuteMs - now) / 1_000);
    throw new Problem("rate_limited", { detail: "Too many wrong keys", headers: { "retry-after": String(waitSeconds) } });
  };
}
