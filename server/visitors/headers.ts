import type { Encoding } from "./page-cache/encodings";

/** Sent with every response to a visitor. */
export const safetyHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Of a picture for sharing: whoever shows a page's address shows it too. */
export const sharedPictureHeaders = { "cross-origin-resource-policy": "cross-origin" } as const;

/** Sent over HTTPS alone: over plain HTTP, browsers ignore them and complain. */
const secureHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "strict-transport-security": "max-age=31536000",
} as const;

const safetyFields = Object.entries(safetyHeaders);
const secureFields = [...safetyFields, ...Object.entries(secureHeaders)];

/** Adds those that the response does not set itself. */
export function withSafetyHeaders(response: Response, isSecure: boolean): Response {
  const { headers } = response;
  for (const [name, value] of isSecure ? secureFields : safetyFields) if (!headers.has(name)) headers.set(name, value);
  return response;
}

/** The Content-Security-Policy: nothing is loaded from or sent to other origins; what is in the page runs by its hash alone. */
export function contentPolicy(sources: string, framedBy = "'none'"): string {
  return [
    "default-src 'none'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
    sources,
  ].join("; ");
}

interface PageKind {
  /** Where its scripts and styles come from, as the Content-Security-Policy names them. */
  sources: string;
  isIndexed: boolean;
  /** Whether visitors reach it over HTTPS. */
  isSecure: boolean;
}

/** Browsers may store the page, and ask each time whether it has changed. */
export function pageHeaderFields({ sources, isIndexed, isSecure }: PageKind): Record<string, string> {
  return {
    ...safetyHeaders,
    ...(isSecure && secureHeaders),
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentPolicy(sources),
    "cache-control": isIndexed ? "public, no-cache" : "private, no-cache",
    vary: "accept-encoding",
    ...(!isIndexed && { "x-robots-tag": "noindex" }),
  };
}

const maxKinds = 1_000;

/** The headers of all pages of one kind, built once for each encoding: building them takes longer than copying them. */
export class PageHeaders {
  static readonly #byKind = new Map<string, PageHeaders>();
  readonly #kind: PageKind;
  readonly #byEncoding = new Map<Encoding, Headers>();

  private constructor(kind: PageKind) {
    this.#kind = kind;
  }

  static of(kind: PageKind): PageHeaders {
    const key = `${kind.isIndexed} ${kind.isSecure} ${kind.sources}`;
    const known = PageHeaders.#byKind.get(key);
    if (known) return known;
    if (PageHeaders.#byKind.size >= maxKinds) PageHeaders.#byKind.clear();
    const headers = new PageHeaders(kind);
    PageHeaders.#byKind.set(key, headers);
    return headers;
  }

  get isSecure(): boolean {
    return this.#kind.isSecure;
  }

  /** 304 without a body. The response copies the headers, so the tag of the next one does not reach it. */
  respond(body: Uint8Array<ArrayBuffer> | null, tag: string, encoding: Encoding): Response {
    const headers = this.#byEncoding.get(encoding) ?? this.#build(encoding);
    headers.set("etag", tag);
    return body === null ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
  }

  #build(encoding: Encoding): Headers {
    const headers = new Headers(pageHeaderFields(this.#kind));
    if (encoding !== "identity") headers.set("content-encoding", encoding);
    this.#byEncoding.set(encoding, headers);
    return headers;
  }
}
