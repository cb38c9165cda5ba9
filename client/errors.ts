import type { ErrorCode, FieldProblem, ProblemBody } from "../contract";

/** Foyer's own refusal. */
export class FoyerError extends Error {
  override name = "FoyerError";
  readonly code: ErrorCode;
  readonly status: number;
  /** For validation: every invalid field. */
  readonly errors: readonly FieldProblem[];
  /** The identifier of the request in Foyer's log. */
  readonly requestId: string;
  /** For a conflict: the record that exists already. */
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

/** There was no answer from Foyer: the network failed, time ran out, or a proxy answered instead. */
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
