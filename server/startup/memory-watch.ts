import { edenGC, fullGC, heapSize } from "bun:jsc";
import { residentBytesReader } from "./resident-bytes";

/** A small process can't become a large one at once. */
const lookMs = { small: 200, large: 20 };
const mebibyte = 1_048_576;
/** From this size on, recent garbage is collected whenever the process has grown a little, which takes about 2 ms. */
const largeBytes = 128 * mebibyte;
const largeGrowthBytes = 16 * mebibyte;
/** From this size on, all garbage is collected in the background whenever the process has grown by a tenth. */
const backgroundBytes = 160 * mebibyte;
const backgroundGrowth = 1.1;
/** From this size on, all garbage is collected at once, which takes 10 to 50 ms, depending on how much is in use. */
const atOnceBytes = 304 * mebibyte;
const atOnceGrowthBytes = 24 * mebibyte;
/** A small heap is no reason to do so: most of the process is something else then. */
const smallHeapBytes = 96 * mebibyte;
const anywayBytes = 352 * mebibyte;
/** From this size on, memory is also given back to the system, which takes about 40 ms. */
const giveBackBytes = 368 * mebibyte;

/** With less new on the heap, it is something else that grows, such as a thread: collecting would hold up requests for nothing. */
const worthwhileBytes = 8 * mebibyte;

/** With gigabytes of memory the runtime lets the garbage of large answers pile up. Here the process is kept small instead. */
export function watchMemory(): void {
  const residentBytes = residentBytesReader();
  /** The size of the process after the last collection of each kind, and of the heap after any. */
  const left = { young: 0, background: Number.POSITIVE_INFINITY, atOnce: Number.POSITIVE_INFINITY, heap: 0 };
  const look = () => {
    const bytes = residentBytes();
    left.young = Math.min(left.young, bytes);
    left.background = Math.min(left.background, bytes);
    left.atOnce = Math.min(left.atOnce, bytes);
    if (bytes > largeBytes) {
      const heapBytes = heapSize();
      left.heap = Math.min(left.heap, heapBytes);
      if (heapBytes > left.heap + worthwhileBytes && collected(bytes, heapBytes)) left.heap = heapSize();
    }
    setTimeout(look, bytes < largeBytes ? lookMs.small : lookMs.large).unref();
  };
  look();

  function collected(bytes: number, heapBytes: number): boolean {
    const atOnceFrom = heapBytes < smallHeapBytes ? anywayBytes : atOnceBytes;
    if (bytes > Math.max(atOnceFrom, left.atOnce + atOnceGrowthBytes)) {
      if (bytes > giveBackBytes) Bun.gc(true);
      else fullGC();
      left.young = left.background = left.atOnce = residentBytes();
    } else if (bytes > Math.max(backgroundBytes, backgroundGrowth * left.background)) {
      Bun.gc(false);
      left.young = left.background = bytes;
    } else if (bytes > left.young + largeGrowthBytes) {
      edenGC();
      left.young = residentBytes();
    } else return false;
    return true;
  }
}
