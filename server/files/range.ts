import { Problem } from "../records/problem";

interface ByteRange {
  start: number;
  /** Exclusive. */
  end: number;
}

/** The requested range; undefined for the whole file, also when the header has several ranges or is malformed. */
export function rangeOf(header: string | null, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  if (start >= size || end <= start) {
    throw new Problem("range_not_satisfiable", { headers: { "content-range": `bytes */${size}` } });
  }
  return { start, end };
}
