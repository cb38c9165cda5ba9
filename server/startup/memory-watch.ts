import { fullGC } from "bun:jsc";
import { residentBytesReader } from "./resident-bytes";

/** A small process can't become a large one at once. */
const lookMs = { small: 200, large: 20 };
const mebibyte = 1_048_576;
const largeBytes = 128 * mebibyte;
/** From this size on, all garbage is collected at once whenever the process has grown, which takes 25 to 50 ms. */
const atOnceBytes = 352 * mebibyte;
const atOnceGrowthBytes = 24 * mebibyte;
/** From this size on, memory is also given back to the system, which takes 50 to 70 ms. */
const giveBackBytes = 376 * mebibyte;

/**
 * The runtime collects garbage by itself, as `runtimeOptions` tell it, but doesn't know of all memory that a process takes. Before
 * that becomes too much, all garbage is collected here.
 */
export function watchMemory(): void {
  const residentBytes = residentBytesReader();
  let leftBytes = Number.POSITIVE_INFINITY;
  const look = () => {
    const bytes = residentBytes();
    leftBytes = Math.min(leftBytes, bytes);
    if (bytes > Math.max(atOnceBytes, leftBytes + atOnceGrowthBytes)) {
      if (bytes > giveBackBytes) Bun.gc(true);
      else fullGC();
      leftBytes = residentBytes();
    }
    setTimeout(look, bytes < largeBytes ? lookMs.small : lookMs.large).unref();
  };
  look();
}
