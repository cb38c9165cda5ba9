import { errors, type ProblemBody } from "../../contract";
import { Problem } from "../records/problem";
import { Unavailable } from "../storage/port";
import { type Allowance, allowanceHeaders } from "./limits";

const retryAfterSeconds = "1";
const unknownOutcome =
  "It is not known whether the change was made. Repeat the request with the same Idempotency-Key; if it had none, look first";

/** Any error as the problem strangers may see; what is inside stays inside. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) {
    const headers = { "retry-after": retryAfterSeconds };
    return new Problem("unavailable", { headers, ...(error.mayBeDone && { detail: unknownOutcome }) });
  }
  return new Problem("internal_error");
}

export function createProblemResponse(publicUrl: string) {
  return (problem: Problem, requestId: string, allowance: Allowance | undefined): Response =>
    problemResponse(publicUrl, problem, requestId, allowance ? allowanceHeaders(allowance) : {});
}

function problemResponse(publicUrl: string, problem: Problem, requestId: string, headers: Record<string, string>): Response {
  const { status, title } = errors[problem.code];
  const { detail, errors: fields, existingId } = problem.details;
  const body: ProblemBody = {
    type: `${publicUrl}/docs#${problem.code}`,
    title,
    status,
    detail:
      detail ??
      (fields
        ? fields
            .map(({ location, message }) => `${location} ${message}`)
            .join("; ")
            .slice(0, 500)
        : title),
    code: problem.code,
    requestId,
    ...(fields && { errors: fields }),
    ...(existingId !== undefined && { existingId }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "x-request-id": requestId,
      ...headers,
      ...(status === 401 && { "www-authenticate": 'ApiKey realm="foyer", header="x-api-key"' }),
      ...problem.details.headers,
    },
  });
}
