/** Why a call of the model brought nothing, by class: causes that an operator treats alike. */
const failureClasses = [
  /** No connection, or it broke. */
  "unreachable",
  /** An answer with an error. */
  "refused",
  /** Not done in time, and nothing new for too long. */
  "timeout",
  "stalled",
  /** Still writing when a caller who waits for less than `answerPatienceMs` gave up. */
  "slow",
  /** The stream ended before the text did; or the model was told to stop before it had finished. */
  "cut_off",
  "unfinished",
  "too_long",
  /** Not what an OpenAI-compatible endpoint sends. */
  "invalid",
  /** This process is about to end. */
  "stopped",
] as const;
export type FailureClass = (typeof failureClasses)[number];

export class ModelFailure extends Error {
  constructor(readonly failure: FailureClass) {
    super(failure);
  }
}

export function failureOf(error: unknown): FailureClass {
  if (error instanceof ModelFailure) return error.failure;
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError") return "timeout";
  if (name === "AbortError") return "stopped";
  return name === "SyntaxError" || name === "ZodError" || name === "$ZodError" ? "invalid" : "unreachable";
}
