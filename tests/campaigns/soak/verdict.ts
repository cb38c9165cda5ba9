import type { LoadTotal } from "./statistics";

/**
 * In the second half memory may grow by so much, read off a straight line through it, beside the cache of pages. It goes
 * up and down by 40 MB between two collections, so the line goes through the lowest values; two kilobytes lost with each answer
 * are more even in the shortest form.
 */
export const maxGrowthMb = 40;
/** Up to here the server hardly looks for garbage, and how much of it there is says little. */
const collectedFromMb = 224;
/** How many of the lowest values the line goes through. */
const lows = 5;
/** A reader and a writer keep 16 MB of SQLite's pages each: while the database is smaller, they grow with it. */
const pageCaches = 2;
const pageCacheBytes = 16 * 1_048_576;
export const maxMemoryMb = 300;
/** The server empties it at 32 MB; a batch or a reader may be in the way for a while. */
export const maxWalMb = 64;
const mb = 1_048_576;

/** One second of the server. */
export interface Sample {
  second: number;
  memoryBytes: number;
  /** The file and its log are those of SQLite: zero on PostgreSQL. */
  walBytes: number;
  databaseBytes: number;
  answered: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Line {
  /** Value at second 0, and what is added with each second. */
  start: number;
  slope: number;
}

export interface FileGrowth {
  growthMb: number;
  kbPerThousandAnswers: number;
}

export interface Verdict {
  memory: { secondHalfMb: Line; growthMb: number; cacheGrowthMb: number; highestMb: number };
  highestWalMb: number;
  databaseFile: FileGrowth;
  /** What is wrong; empty is passed. */
  findings: string[];
}

export function judge(samples: readonly Sample[], load: LoadTotal, serverErrors: number): Verdict {
  const memory = samples.map(({ second, memoryBytes }) => ({ x: second, y: memoryBytes / mb }));
  const secondHalf = memory.slice(Math.floor(memory.length / 2));
  const secondHalfMb = fitLine(lowest(secondHalf));
  const end = secondHalf.at(-1)?.x ?? 0;
  const growthMb = secondHalfMb.slope * (end - (secondHalf[0]?.x ?? 0));
  const endMb = secondHalfMb.start + secondHalfMb.slope * end;
  const cacheMb = samples.map(({ databaseBytes }) => (pageCaches * Math.min(databaseBytes, pageCacheBytes)) / mb);
  const cacheGrowthMb = (cacheMb.at(-1) ?? 0) - (cacheMb[Math.floor(cacheMb.length / 2)] ?? 0);
  const highestMb = Math.max(...memory.map(({ y }) => y));
  const highestWalMb = Math.max(...samples.map(({ walBytes }) => walBytes / mb));
  const failures = Object.entries(load.statuses).filter(([status]) => status >= "500");

  const findings: string[] = [];
  const check = (right: boolean, finding: string) => right || findings.push(finding);
  const grewMb = growthMb - cacheGrowthMb;
  const isLeaking = grewMb > maxGrowthMb && endMb > collectedFromMb;
  check(!isLeaking, `memory grew by ${grewMb.toFixed(1)} MB in the second half, more than ${maxGrowthMb} MB`);
  check(highestMb <= maxMemoryMb, `memory reached ${highestMb.toFixed()} MB, more than ${maxMemoryMb} MB`);
  check(highestWalMb <= maxWalMb, `the write-ahead log reached ${highestWalMb.toFixed()} MB, more than ${maxWalMb} MB`);
  check(load.answered > 0, "nothing was answered");
  for (const [status, count] of failures) findings.push(`${count} answers were ${status}`);
  check(serverErrors === 0, `the server counted ${serverErrors} answers of 5xx`);
  for (const [what, count] of Object.entries(load.unexpected)) findings.push(`${count} times unexpected: ${what}`);
  return {
    memory: { secondHalfMb, growthMb, cacheGrowthMb, highestMb },
    highestWalMb,
    databaseFile: fileGrowth(samples),
    findings,
  };
}

/** From the end of the first second, so the answers of that second don't count. */
function fileGrowth(samples: readonly Sample[]): FileGrowth {
  const grownBytes = (samples.at(-1)?.databaseBytes ?? 0) - (samples[0]?.databaseBytes ?? 0);
  const answered = samples.slice(1).reduce((sum, sample) => sum + sample.answered, 0);
  return { growthMb: grownBytes / mb, kbPerThousandAnswers: answered === 0 ? 0 : grownBytes / 1_024 / (answered / 1_000) };
}

/** The lowest point of each of as many stretches. */
function lowest(points: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const length = Math.max(1, Math.ceil(points.length / lows));
  const stretches = Array.from({ length: Math.ceil(points.length / length) }, (_, index) =>
    points.slice(index * length, (index + 1) * length),
  );
  return stretches.map((stretch) => stretch.reduce((low, point) => (point.y < low.y ? point : low)));
}

/** Least squares. */
export function fitLine(points: readonly { x: number; y: number }[]): Line {
  const mean = (of: (point: { x: number; y: number }) => number) => points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = mean(({ x }) => (x - meanX) ** 2);
  const slope = spread === 0 ? 0 : mean(({ x, y }) => (x - meanX) * (y - meanY)) / spread;
  return { start: meanY - slope * meanX, slope };
}
