import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";

export type Compressed = "gzip" | "br" | "zstd";
export type Encoding = "identity" | Compressed;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const toZstd = promisify(zstdCompress);

/** Most visitors of a personal page are its first: levels that are quick. In the order of our liking. */
const compressors: [Compressed, (bytes: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer>>][] = [
  ["zstd", (bytes) => toZstd(bytes)],
  ["br", (bytes) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ["gzip", (bytes) => toGzip(bytes)],
];

export function compressed(bytes: Buffer<ArrayBuffer>, encoding: Compressed): Promise<Buffer<ArrayBuffer>> {
  const [, compress] = compressors.find(([name]) => name === encoding) as (typeof compressors)[number];
  return compress(bytes);
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
  for (const [name] of compressors) if (weight(name) > weight(best)) best = name;
  return best;
}

function wish(text: string): [name: string, weight: number] {
  const [name = "", ...rest] = text.split(";").map((part) => part.trim());
  const quality = rest.find((part) => part.startsWith("q="));
  return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
}
