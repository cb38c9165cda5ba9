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

interface Kind {
  /** Of its scripts and styles, for the Content-Security-Policy. */
  sources: string;
  isIndexed: boolean;
  /** Whether the outside reaches it over HTTPS. */
  isSecure: boolean;
}

const known = new Map<string, Headers>();
const maxKnown = 1_000;

/** Kept by browsers, and asked for again each time: a change is seen at once. Not to be changed: pages of a kind share them. */
export function pageHeaders({ sources, isIndexed, isSecure }: Kind): Headers {
  const kind = `${isIndexed} ${isSecure} ${sources}`;
  const before = known.get(kind);
  if (before) return before;
  if (known.size >= maxKnown) known.clear();
  const headers = new Headers(makeHeaders({ sources, isIndexed, isSecure }));
  known.set(kind, headers);
  return headers;
}

function makeHeaders({ sources, isIndexed, isSecure }: Kind): Record<string, string> {
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
