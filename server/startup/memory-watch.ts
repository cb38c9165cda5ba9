import { edenGC, fullGC } from "bun:jsc";
import { residentBytesReader } from "./resident-bytes";

/** A small process can't become a large one at once. */
const lookMs = { small: 200, large: 20 };
const mebibyte = 1_048_576;
/** From this size on, recent garbage is collected whenever the process has grown a little, which takes about 2 ms. */
const largeBytes = 128 * mebibyte;
const largeGrowthBytes = 16 * mebibyte;
/** From this size on, the runtime collects beside our work whenever the process has grown by a tenth, mostly recent garbage: it decides. */
const backgroundBytes = 160 * mebibyte;
const backgroundGrowth = 1.1;
/** From this size on, all garbage is collected at once, which takes 25 ms for what each process has, and 50 ms with full caches. */
const atOnceBytes = 304 * mebibyte;
const atOnceGrowthBytes = 24 * mebibyte;
/** From this size on, memory is also given back to the system, which takes about 40 ms. */
const giveBackBytes = 368 * mebibyte;

/** With gigabytes of memory the runtime lets the garbage of large answers pile up. Here the process is kept small instead. */
export function watchMemory(): void {
  const residentBytes = residentBytesReader();
  /** The size of the process after the last collection of each kind. */
  const left = { young: 0, background: Number.POSITIVE_INFINITY, atOnce: Number.POSITIVE_INFINITY };
  const look = () => {
    const bytes = residentBytes();
    left.young = Math.min(left.young, bytes);
    left.background = Math.min(left.background, bytes);
    left.atOnce = Math.min(left.atOnce, bytes);
    if (bytes > Math.max(atOnceBytes, left.atOnce + atOnceGrowthBytes)) {
      if (bytes > giveBackBytes) Bun.gc(true);
      else fullGC();
      left.young = left.background = left.atOnce = residentBytes();
    } else if (bytes > Math.max(backgroundBytes, backgroundGrowth * left.background)) {
      Bun.gc(false);
      left.young = left.background = bytes;
    } else if (bytes > Math.max(largeBytes, left.young + largeGrowthBytes)) {
      edenGC();
      left.young = residentBytes();
    }
    setTimeout(look, bytes < largeBytes ? lookMs.small : lookMs.large).unref();
  };
  look();
}
