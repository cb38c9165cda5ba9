import type { Encoding } from "./page-cache/encodings";

/** On every answer to a visitor. */
export const safetyHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Over plain HTTP browsers ignore them, and complain. */
export const secureHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "strict-transport-security": "max-age=31536000",
} as const;

/** Nothing from elsewhere, nothing sent elsewhere; scripts and styles by what is in them alone. */
export function policyOf(sources: string): string {
  return [
    "default-src 'none'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    sources,
  ].join("; ");
}

const maxKinds = 1_000;

interface Kind {
  /** Of its scripts and styles, for the Content-Security-Policy. */
  sources: string;
  isIndexed: boolean;
  /** Whether the outside reaches it over HTTPS. */
  isSecure: boolean;
}

/** Kept by browsers, and asked for again each time: a change is seen at once. */
export function pageFields({ sources, isIndexed, isSecure }: Kind): Record<string, string> {
  return {
    ...safetyHeaders,
    ...(isSecure && secureHeaders),
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyOf(sources),
    "cache-control": isIndexed ? "public, no-cache" : "private, no-cache",
    vary: "accept-encoding",
    ...(!isIndexed && { "x-robots-tag": "noindex" }),
  };
}

/** Of pages of one kind. They are made once, since an answer has a copy of them. */
export class PageHeaders {
  static readonly #known = new Map<string, PageHeaders>();
  readonly #byEncoding = new Map<Encoding, { headers: Headers }>();

  readonly #kind: Kind;

  private constructor(kind: Kind) {
    this.#kind = kind;
  }

  static of(kind: Kind): PageHeaders {
    const name = `${kind.isIndexed} ${kind.isSecure} ${kind.sources}`;
    const before = PageHeaders.#known.get(name);
    if (before) return before;
    if (PageHeaders.#known.size >= maxKinds) PageHeaders.#known.clear();
    const made = new PageHeaders(kind);
    PageHeaders.#known.set(name, made);
    return made;
  }

  /** For the next answer alone. */
  with(tag: string, encoding: Encoding): { headers: Headers } {
    const init = this.#byEncoding.get(encoding) ?? this.#make(encoding);
    init.headers.set("etag", tag);
    return init;
  }

  #make(encoding: Encoding): { headers: Headers } {
    const headers = new Headers(pageFields(this.#kind));
    if (encoding !== "identity") headers.set("content-encoding", encoding);
    const init = { headers };
    this.#byEncoding.set(encoding, init);
    return init;
  }
}
