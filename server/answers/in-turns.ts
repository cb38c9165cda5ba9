import { turns } from "../event-loop/turns";

/** After this much work without a pause, the event loop goes on. */
const maxStretchMs = 1;

/** Does long work in small pieces, in the tenant's turn. */
export async function inTurns<Result>(tenantId: string, steps: Generator<undefined, Result, undefined>): Promise<Result> {
  for (;;) {
    const turn = turns.next(tenantId);
    if (turn) await turn;
    const begunAt = performance.now();
    while (performance.now() - begunAt < maxStretchMs) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await new Promise((next) => setImmediate(next));
  }
}
