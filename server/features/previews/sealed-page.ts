import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { Site } from "../../context";
import { Problem } from "../../records/problem";
import type { RenderedPage } from "../../rendering";

/** Less than the visitors' listener accepts. Only pages of several megabytes reach it. */
const maxLength = 1_000_000;
/** In other threads: the largest page takes a tenth of a second. */
const [compressed, decompressed] = [promisify(brotliCompress), promisify(brotliDecompress)];
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const purpose = "page preview";

/** A rendered page that its caller keeps, so that nothing is stored. Its address is good for this content alone. */
export async function sealPage({ pagesUrl, signer }: Site, { html, sources, fragments }: RenderedPage, expiresAt: number) {
  const page = (await compressed(packed({ html, sources, fragments }), quality)).toString("base64url");
  if (page.length > maxLength) throw new Problem("page_too_large", { detail: "The page is too large to be sent to a preview" });
  const text = [page.length, hash("sha256", page, "base64url"), expiresAt].join(".");
  return { url: `${pagesUrl}/_foyer/page_preview/${text}.${signer.sign(purpose, text)}`, page };
}

type SealedContent = Pick<RenderedPage, "html" | "sources" | "fragments">;

/** A line of JSON with the lengths of the texts that follow: as JSON, those would take several times as long. */
function packed({ html, sources, fragments }: SealedContent): string {
  const lengths = { sources, html: html.length, fragments: [...fragments].map(([hash, text]) => [hash, text.length]) };
  return [`${JSON.stringify(lengths)}\n`, html, ...fragments.values()].join("");
}

function unpacked(text: string): SealedContent {
  const end = text.indexOf("\n");
  const lengths = JSON.parse(text.slice(0, end)) as { sources: string; html: number; fragments: [string, number][] };
  let at = end + 1;
  const next = (length: number) => text.slice(at, (at += length));
  const html = next(lengths.html);
  return { html, sources: lengths.sources, fragments: new Map(lengths.fragments.map(([hash, length]) => [hash, next(length)])) };
}

interface Seal {
  /** The length of the sealed page, so that nobody can make the service read more. */
  length: number;
  open(page: string): Promise<RenderedPage | undefined>;
}

/** Reads the last segment of the address; undefined if it is not signed by us or has expired. */
export function readSeal({ signer }: Site, segment: string, now: number): Seal | undefined {
  const end = segment.lastIndexOf(".");
  const text = segment.slice(0, end);
  if (end < 0 || !signer.verify(purpose, text, segment.slice(end + 1))) return undefined;
  const [length, digest, expiresAt] = text.split(".") as [string, string, string];
  if (now >= Number(expiresAt)) return undefined;
  return {
    length: Number(length),
    async open(page) {
      if (hash("sha256", page, "base64url") !== digest) return undefined;
      const content = unpacked((await decompressed(Buffer.from(page, "base64url"))).toString());
      return { ...content, isIndexed: false };
    },
  };
}
