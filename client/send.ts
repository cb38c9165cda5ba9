import type { Callable } from "../contract/callable";
import type { CallOptions } from "./calls";
import { errorOf, FoyerError, FoyerUnreachable, parsed } from "./errors";
import { composeRequest, csvType, type PreparedRequest, type RequestInput } from "./request";
import { extraMs, fetchWithProgress, type OnProgress } from "./upload";

const firstDelayMs = 200;
const maxDelayMs = 5_000;

export interface RetryPolicy {
  /** How often a call is tried at most. Default 5. */
  tries: number;
  /** How long one try may take. Default 15 seconds. A file has more: a second for each 100 KB, here and in `totalMs`. */
  timeoutMs: number;
  /** How long a call may take with all its tries. Default one minute. */
  totalMs: number;
}

type Send = (operation: Callable, input: RequestInput, options: CallOptions) => Promise<unknown>;

/** Tries again after failures that may be temporary, if it is safe to repeat the operation. */
export function createSend(base: string, apiKey: string, { tries, timeoutMs, totalMs }: RetryPolicy): Send {
  return async (operation, input, { signal, idempotencyKey, unchangedSince, onProgress }) => {
    const request = composeRequest(operation, input, { base, apiKey, idempotencyKey, unchangedSince });
    const moreMs = extraMs(input.file, onProgress);
    const deadline = performance.now() + totalMs + moreMs;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const leftMs = deadline - performance.now();
      const result = await tryOnce(operation.id, request, Math.min(timeoutMs + moreMs, leftMs), signal, onProgress);
      if (!("error" in result)) return result.body;
      const waitMs = result.retryAfterMs + fullJitter(attempt);
      const isLast = attempt >= tries || performance.now() + waitMs >= deadline;
      if (isLast || !mayPass(operation, result, attempt)) throw result.error;
      await pause(waitMs, signal);
    }
  };
}

interface Failed {
  error: FoyerError | FoyerUnreachable;
  /** Undefined when there was no answer. */
  status: number | undefined;
  retryAfterMs: number;
}

async function tryOnce(
  id: string,
  request: PreparedRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  onProgress: OnProgress | undefined,
): Promise<{ body: unknown } | Failed> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener("abort", abort);
  // A large file or list on a slow network takes longer than a try may: whatever gets through gives it more time.
  const goOn = () => {
    clearTimeout(timer);
    timer = setTimeout(abort, timeoutMs);
  };
  const progressed: OnProgress = (sentBytes, totalBytes) => {
    goOn();
    onProgress?.(sentBytes, totalBytes);
  };
  const { url, ...init } = request;
  try {
    const response = await (onProgress
      ? fetchWithProgress(request, controller.signal, progressed)
      : fetch(url, { ...init, signal: controller.signal }));
    if (request.headers.get("accept") === csvType) return interpretCsv(id, response, await textOf(response, goOn));
    return interpret(id, response, await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = controller.signal.aborted ? "it took too long" : "the connection failed";
    return { error: new FoyerUnreachable(id, reason, { cause }), status: undefined, retryAfterMs: 0 };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function textOf({ body }: Response, onPiece: () => void): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    onPiece();
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

function interpretCsv(id: string, response: Response, text: string): { body: unknown } | Failed {
  const isCsv = response.headers.get("content-type")?.startsWith(csvType);
  return response.ok && isCsv ? { body: text } : failed(id, response, text);
}

function interpret(id: string, response: Response, text: string): { body: unknown } | Failed {
  const body = parsed(text);
  return response.ok && body !== undefined ? { body } : failed(id, response, text);
}

function failed(id: string, { status, headers }: Response, text: string): Failed {
  return { error: errorOf(id, status, text), status, retryAfterMs: retryAfterMs(headers.get("retry-after")) };
}

const passing = new Set<number | undefined>([429, 502, 503, 504, undefined]);

/** Almost every request is safe to repeat: POST and PATCH carry an idempotency key, the other methods need none. */
function mayPass({ repeats }: Callable, { error, status }: Failed, attempt: number): boolean {
  if (repeats === false) return status === 429 && error instanceof FoyerError;
  if (passing.has(status)) return true;
  // An earlier try, whose answer was lost, is still running.
  return attempt > 1 && error instanceof FoyerError && error.code === "idempotency_in_progress";
}

/** Random, so that clients that failed together don't retry together. */
function fullJitter(attempt: number): number {
  return Math.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
}

function retryAfterMs(value: string | null): number {
  if (value === null) return 0;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Math.max(0, milliseconds || 0);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
