export function baseOf(url: string): string {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (!base || !/^https?:$/.test(base.protocol) || base.username || base.password || base.search || base.hash) {
    throw new TypeError("url must be the http or https address of a Foyer, without user, query or fragment");
  }
  return base.href.replace(/\/+$/, "");
}

/** Checked here, because a runtime that refuses a header may show the key in its error. */
export function checkedKey(apiKey: string | undefined): string {
  if (!apiKey?.trim()) {
    throw new TypeError(
      "apiKey is missing: give the key that Foyer printed at its first start, or one made with `npm run foyer -- keys create --name TEXT`",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey is not a key: a key has no spaces or line breaks, and plain letters, digits and signs alone");
  }
  return apiKey;
}
