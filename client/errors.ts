import type { ErrorCode, FieldProblem, ProblemBody } from "../contract";

/** Foyer refused, and says why. */
export class FoyerError extends Error {
  override name = "FoyerError";
  readonly code: ErrorCode;
  readonly status: number;
  /** For validation: every field that is not right. */
  readonly errors: readonly FieldProblem[];
  /** What to quote when asking about it. */
  readonly requestId: string;
  /** For a conflict: the record it is with. */
  readonly existingId: string | undefined;

  constructor(
    readonly operation: string,
    readonly problem: ProblemBody,
  ) {
    super(`${operation} was refused with ${problem.status} ${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.existingId = problem.existingId;
  }
}

/** No answer of Foyer's: the network, a time-out, or something in between that answered for it. */
export class FoyerUnreachable extends Error {
  override name = "FoyerUnreachable";

  constructor(
    readonly operation: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${operation} got no answer from Foyer: ${reason}`, options);
  }
}
