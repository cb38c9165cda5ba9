import type { Bench } from "./claim";
import { type Burst, load } from "./load/generate";
import type { Running } from "./processes";

const warmUpSeconds = 2;
/** The machine may be slow for a while: both sides get their part of that. */
const sliceSeconds = 1;

export interface Side {
  server: Running;
  /** A file of requests. */
  requests: string;
}

export interface Turn extends Burst {
  perSecond: number;
  /** Processor time of the server for one request; its database's is not in it when that is another process. */
  cpuMicroseconds?: number;
}

export interface Round {
  first: Turn;
  second: Turn;
}

/** First, second, second, first …, after both have warmed up; each round in slices. */
export async function takeTurns({ rounds, seconds }: Bench, first: Side, second: Side): Promise<Round[]> {
  await turn(first, warmUpSeconds);
  await turn(second, warmUpSeconds);
  const taken: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const slices: Round[] = [];
    for (let left = seconds; left > 0; left -= sliceSeconds) {
      const length = Math.min(left, sliceSeconds);
      // Who comes after the other has to bear what that left to be done: each does, half of the time.
      const isSwapped = slices.length % 2 === 1;
      const [before, after] = isSwapped ? [second, first] : [first, second];
      const [one, other] = [await turn(before, length), await turn(after, length)];
      slices.push(isSwapped ? { first: other, second: one } : { first: one, second: other });
    }
    taken.push({ first: together(slices.map((slice) => slice.first)), second: together(slices.map((slice) => slice.second)) });
  }
  return taken;
}

function together(slices: Turn[]): Turn {
  const sum = (value: (slice: Turn) => number) => slices.reduce((total, slice) => total + value(slice), 0);
  const median = (value: (slice: Turn) => number) => spread(slices.map(value)).median;
  const requests = sum((slice) => slice.requests);
  const seconds = sum((slice) => slice.seconds);
  return {
    requests,
    seconds,
    failed: sum((slice) => slice.failed),
    p50Ms: median((slice) => slice.p50Ms),
    p99Ms: median((slice) => slice.p99Ms),
    perSecond: requests / seconds,
    ...(slices.every((slice) => slice.cpuMicroseconds !== undefined) && {
      cpuMicroseconds: sum((slice) => (slice.cpuMicroseconds as number) * slice.requests) / requests,
    }),
  };
}

async function turn({ server, requests }: Side, seconds: number): Promise<Turn> {
  const before = server.cpuSeconds();
  const burst = await load(server, requests, seconds);
  const after = server.cpuSeconds();
  const measured = { ...burst, perSecond: burst.requests / burst.seconds };
  if (before === undefined || after === undefined) return measured;
  return { ...measured, cpuMicroseconds: ((after - before) / burst.requests) * 1e6 };
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = sorted.length % 2 === 0 ? upper - 1 : upper;
  return {
    median: ((sorted[lower] as number) + (sorted[upper] as number)) / 2,
    min: sorted[0] as number,
    max: sorted.at(-1) as number,
  };
}

export function describeSpread({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

export function describeTurns(turns: Turn[]): string {
  const perSecond = Math.round(spread(turns.map((turn) => turn.perSecond)).median).toLocaleString("en");
  const p99Ms = spread(turns.map((turn) => turn.p99Ms)).median.toFixed(1);
  const cpu = turns.flatMap((turn) => turn.cpuMicroseconds ?? []);
  return `${perSecond}/s, p99 ${p99Ms} ms${cpu.length > 0 ? `, ${spread(cpu).median.toFixed(0)} µs cpu` : ""}`;
}

export function failedRequests(rounds: Round[]): number {
  return rounds.reduce((sum, { first, second }) => sum + first.failed + second.failed, 0);
}

export function percentile(latenciesMs: readonly number[], share: number): number {
  const sorted = latenciesMs.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
