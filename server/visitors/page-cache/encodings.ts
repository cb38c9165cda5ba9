import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompress, zstdCompressSync } from "node:zlib";

export type Compressed = "gzip" | "br" | "zstd";
export type Encoding = "identity" | Compressed;

/** Up to it, at once: handing it to another thread takes twice the processor time. Above it, others would wait too long. */
const maxBytesAtOnce = 32_768;

interface Compressor {
  name: Compressed;
  now: (bytes: Buffer) => Buffer<ArrayBuffer>;
  later: (bytes: Buffer) => Promise<Buffer<ArrayBuffer>>;
}

/** Most visitors of a personal page are its first: levels that are quick. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [zstdLater, brotliLater, gzipLater] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)];

/** In the order of our liking. */
const compressors: readonly Compressor[] = [
  { name: "zstd", now: (bytes) => zstdCompressSync(bytes), later: (bytes) => zstdLater(bytes) },
  { name: "br", now: (bytes) => brotliCompressSync(bytes, quick), later: (bytes) => brotliLater(bytes, quick) },
  { name: "gzip", now: (bytes) => gzipSync(bytes), later: (bytes) => gzipLater(bytes) },
];

/** At once for what is small. The bytes may be others the next moment. */
export function compressed(bytes: Buffer, encoding: Compressed): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
  const { now, later } = compressors.find(({ name }) => name === encoding) as Compressor;
  return bytes.length <= maxBytesAtOnce ? now(bytes) : later(Buffer.from(bytes));
}

/** What a client likes best of what we have; ties are ours to break. */
export function encodingFor(accepted: string | null): Encoding {
  if (accepted === null) return "identity";
  const known = choices.get(accepted);
  if (known !== undefined) return known;
  const choice = choose(accepted);
  if (choices.size < maxChoices && accepted.length <= maxChoiceLength) choices.set(accepted, choice);
  return choice;
}

/** There are only so many browsers. */
const choices = new Map<string, Encoding>();
const maxChoices = 1_000;
const maxChoiceLength = 200;

function choose(accepted: string): Encoding {
  const wishes = new Map(accepted.toLowerCase().split(",").map(wish));
  const weight = (name: Encoding) => wishes.get(name) ?? (name === "identity" ? 0 : (wishes.get("*") ?? 0));
  let best: Encoding = "identity";
  for (const { name } of compressors) if (weight(name) > weight(best)) best = name;
  return best;
}

function wish(text: string): [name: string, weight: number] {
  const [name = "", ...rest] = text.split(";").map((part) => part.trim());
  const quality = rest.find((part) => part.startsWith("q="));
  return [name, quality === undefined ? 1 : Math.max(Number(quality.slice(2)) || 0, 0)];
}
