import { tenantIdentifier } from "../../records/tenant-ids";
import type { Log } from "../../telemetry/log";
import { Breaker } from "./breaker";
import { CallSlots } from "./call-slots";
import { type FailureClass, failureOf } from "./failure";

type CallKind = "answer" | "embedding";

/** Why nothing was asked. */
const skipReasons = ["no_slot", "breaker", "limit"] as const;
type SkipReason = (typeof skipReasons)[number];

interface Counts {
  calls: number;
  seconds: number;
  tokens: number;
  failures: Map<FailureClass, number>;
  skipped: Map<SkipReason, number>;
}

interface Call<Result> {
  kind: CallKind;
  tenantId: string;
  /** False when a limit forbids it. */
  begin(): Promise<boolean>;
  run(): Promise<Result>;
  /** How many tokens were used; also after a failure. */
  end(result: Result | undefined, failure: FailureClass | undefined): Promise<number>;
}

class Failed {
  constructor(readonly failure: FailureClass) {}
}

/** Every call of the model goes through here: slots, circuit breaker, figures for `/metrics`, and a line in the log, without texts. */
export class ModelCalls {
  readonly #slots = new CallSlots();
  /** One model may be missing, or too slow for questions, while the other does its work. */
  readonly #breakers: Readonly<Record<CallKind, Breaker>>;
  readonly #counts = new Map<CallKind, Counts>();

  constructor(
    readonly log: Pick<Log, "info">,
    monotonic: () => number,
  ) {
    this.#breakers = { answer: new Breaker(monotonic), embedding: new Breaker(monotonic) };
  }

  /** Undefined if there was no call, or it failed. */
  async make<Result>({ kind, tenantId, begin, run, end }: Call<Result>): Promise<Result | undefined> {
    if (!this.#slots.take(tenantId)) return this.#skip(kind, "no_slot");
    const breaker = this.#breakers[kind];
    let failure: FailureClass | undefined = "stopped";
    let hasBegun = false;
    try {
      hasBegun = breaker.begin();
      if (!hasBegun) return this.#skip(kind, "breaker");
      if (!(await begin())) return this.#skip(kind, "limit");
      const begunAt = performance.now();
      const result = await run().catch((error: unknown) => new Failed(failureOf(error)));
      failure = result instanceof Failed ? result.failure : undefined;
      const ms = performance.now() - begunAt;
      const done = result instanceof Failed ? undefined : result;
      const tokens = await end(done, failure);
      this.#count(kind, ms, tokens, failure);
      this.log.info("model call", {
        kind,
        tenantId: tenantIdentifier(tenantId),
        outcome: failure ?? "done",
        ms: Math.round(ms),
        tokens,
      });
      return done;
    } finally {
      if (hasBegun) breaker.end(failure);
      this.#slots.free(tenantId);
    }
  }

  gauges(): Record<string, number> {
    const gauges: Record<string, number> = {};
    for (const [kind, { isOpen }] of Object.entries(this.#breakers))
      gauges[`model_breaker_open{kind="${kind}"}`] = isOpen ? 1 : 0;
    const series = (name: string, read: (counts: Counts) => [labels: string, value: number][]) => {
      for (const [kind, counts] of this.#counts)
        for (const [labels, value] of read(counts)) gauges[`${name}{kind="${kind}"${labels}}`] = value;
    };
    series("model_calls_total", ({ calls }) => [["", calls]]);
    series("model_call_seconds_total", ({ seconds }) => [["", seconds]]);
    series("model_tokens_total", ({ tokens }) => [["", tokens]]);
    series("model_failures_total", ({ failures }) => [...failures].map(([name, count]) => [`,class="${name}"`, count]));
    series("model_skipped_total", ({ skipped }) => [...skipped].map(([name, count]) => [`,reason="${name}"`, count]));
    return gauges;
  }

  #skip(kind: CallKind, reason: SkipReason): undefined {
    const { skipped } = this.#of(kind);
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  }

  #count(kind: CallKind, ms: number, tokens: number, failure: FailureClass | undefined): void {
    const counts = this.#of(kind);
    counts.calls += 1;
    counts.seconds += ms / 1_000;
    counts.tokens += tokens;
    if (failure) counts.failures.set(failure, (counts.failures.get(failure) ?? 0) + 1);
  }

  #of(kind: CallKind): Counts {
    let counts = this.#counts.get(kind);
    if (!counts) {
      counts = { calls: 0, seconds: 0, tokens: 0, failures: new Map(), skipped: new Map() };
      this.#counts.set(kind, counts);
    }
    return counts;
  }
}
