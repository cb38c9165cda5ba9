import type { PreparedRequest } from "./request";

/** A megabit a second, about: what a slow line has. */
const slowestBytesPerMs = 100;

/** Told while a body is sent: how many bytes of it are under way, and how many it has. */
export type OnProgress = (sentBytes: number, totalBytes: number) => void;

/** How much longer than other calls one with a file may take, where nothing tells how much of it was sent. */
export function extraMs(file: Blob | undefined, onProgress: OnProgress | undefined): number {
  if (file === undefined || (onProgress && canTellProgress())) return 0;
  return Math.ceil(file.size / slowestBytesPerMs);
}

function canTellProgress(): boolean {
  return typeof XMLHttpRequest !== "undefined";
}

/**
 * As `fetch`, which does not tell how much of a body was sent. XMLHttpRequest does, but only browsers have it.
 * It follows redirects; a page's policy (`connect-src`) says where to.
 */
export function fetchWithProgress(
  { url, method, headers, body }: PreparedRequest,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Response> {
  if (!canTellProgress()) return fetch(url, { method, headers, body, redirect: "manual", signal });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError("the connection failed"));
    request.onabort = () => reject(new DOMException("it was ended", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader("retry-after");
  return new Response(request.responseText, {
    status: request.status,
    ...(retryAfter !== null && { headers: { "retry-after": retryAfter } }),
  });
}
