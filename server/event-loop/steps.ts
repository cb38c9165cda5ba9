import { turns } from "./turns";

/** Work that may take long, in steps of a few milliseconds. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Between two steps other tenants are answered, if this one has used up its turn. */
export async function stepByStep<Result>(tenantId: string, steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const turn = turns.next(tenantId);
    if (turn) await turn;
    const { done, value } = steps.next();
    if (done) return value;
  }
}
