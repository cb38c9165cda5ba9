import type { VisitedPage } from "../../visits/visit-events";
import type { PageHeaders } from "../headers";
import type { CompressedEncoding, Encoding } from "./encodings";

/** A page as visitors get it, in one encoding. */
export interface LivePage<Used extends Encoding = Encoding> {
  /** In its canonical spelling. */
  address: string;
  encoding: Used;
  body: Uint8Array<ArrayBuffer>;
  /** A strong ETag: the bytes differ by encoding, so their tags do. */
  tag: string;
  headers: PageHeaders;
  /** Unix milliseconds; it is not served from memory after that. */
  until: number;
  /** Out of date when its tenant, page or audience changes. */
  visited: VisitedPage;
}

export type CompressedPage = LivePage<CompressedEncoding>;

export function pageTagOf(contentTag: string, encoding: Encoding): string {
  return encoding === "identity" ? `"${contentTag}"` : `"${contentTag}.${encoding}"`;
}

/** The response has a copy of the body. */
export function pageResponse({ body, tag, encoding, headers }: LivePage, request: Request): Response {
  const known = request.headers.get("if-none-match");
  return headers.respond(known !== null && matches(known, tag) ? null : body, tag, encoding);
}

function matches(ifNoneMatch: string, tag: string): boolean {
  return (
    ifNoneMatch === tag ||
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((known) => known.trim().replace(/^W\//, "") === tag)
  );
}
