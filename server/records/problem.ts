import { type ErrorCode, errors, type FieldProblem } from "../../contract";

interface ProblemDetails {
  detail?: string;
  /** For validation: where, and what is wrong. */
  errors?: FieldProblem[];
  /** For a conflict: the record it is with. */
  existingId?: string;
  headers?: Record<string, string>;
}

/** What a handler throws to refuse; HTTP makes an answer of it in one place. */
export class Problem extends Error {
  override name = "Problem";

  constructor(
    readonly code: ErrorCode,
    readonly details: ProblemDetails = {},
  ) {
    super(details.detail ?? errors[code].title);
  }
}

export function notFound(): Problem {
  return new Problem("not_found");
}
