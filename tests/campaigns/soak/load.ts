import { createRandom } from "../random";
import { Caller } from "./caller";
import { mixedRequests } from "./mix";
import { LoadStatistics } from "./statistics";

/** What the parent hands over, as JSON in the first argument. */
export interface LoadOptions {
  origin: string;
  seconds: number;
  /** Requests a second, all callers together; 0 is as fast as they are answered. */
  rate: number;
  seed: number;
}

const callers = 32;
/** After a stall, no more than this much is made up for. */
const maxBehindMs = 250;

// A process of its own, so that its memory and its collector are not what is measured.
const options = JSON.parse(process.argv[2] as string) as LoadOptions;
const statistics = new LoadStatistics();
const random = createRandom(options.seed);
const until = performance.now() + options.seconds * 1_000;
const pace = createPace(options.rate);

const reporting = setInterval(() => say(statistics.takeSecond()), 1_000);
await Promise.all(
  Array.from({ length: callers }, async (_, number) => {
    const caller = new Caller(options.origin, createRandom(random.below(2 ** 32)), statistics);
    const next = await mixedRequests(caller, number);
    while (performance.now() < until) {
      await pace();
      await next();
    }
  }),
);
clearInterval(reporting);
say(statistics.total());
process.exit(0);

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function createPace(rate: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    if (rate === 0) return;
    const now = performance.now();
    next = Math.max(next + 1_000 / rate, now - maxBehindMs);
    if (next - now > 1) await new Promise((turn) => setTimeout(turn, next - now));
  };
}
