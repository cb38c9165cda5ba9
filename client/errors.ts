import type { ErrorCode, FieldProblem, ProblemBody } from "../contract";

/** Foyer's own refusal. */
export class FoyerError extends Error {
  override name = "FoyerError";
  readonly code: ErrorCode;
  readonly status: number;
  /** What was wrong, in a sentence. */
  readonly detail: string;
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
    this.detail = problem.detail;
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

/** What an answer that is no success means. */
export function errorOf(operation: string, status: number, text: string): FoyerError | FoyerUnreachable {
  const body = parsed(text);
  if (isProblem(body)) return new FoyerError(operation, body);
  return new FoyerUnreachable(operation, `what answered with ${status} is not Foyer`);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === "object" && body !== null && "code" in body && "requestId" in body;
}
