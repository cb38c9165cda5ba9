/** A look takes a tenth of a millisecond, and a small process can't become a large one at once. */
const lookMs = { small: 200, large: 20 };
const mebibyte = 1_048_576;
const largeBytes = 128 * mebibyte;
/** From here on garbage is collected in the background whenever the process has grown by a tenth. */
const backgroundBytes = 160 * mebibyte;
const backgroundGrowth = 1.1;
/** From here on it is collected at once and given back to the system, which takes some 25 ms. */
const atOnceBytes = 272 * mebibyte;
const atOnceGrowth = 1.2;

/** With gigabytes of memory the runtime lets the garbage of large answers pile up. Here the process is kept small instead. */
export function watchMemory(): void {
  /** What is left of the process after a collection. */
  let leftBytes = Number.POSITIVE_INFINITY;
  let leftAtOnceBytes = 0;
  const look = () => {
    const bytes = process.memoryUsage.rss();
    leftBytes = Math.min(leftBytes, bytes);
    if (bytes > Math.max(atOnceBytes, atOnceGrowth * leftAtOnceBytes)) {
      Bun.gc(true);
      leftBytes = leftAtOnceBytes = process.memoryUsage.rss();
    } else if (bytes > Math.max(backgroundBytes, backgroundGrowth * leftBytes)) {
      Bun.gc(false);
      leftBytes = bytes;
    }
    setTimeout(look, bytes < largeBytes ? lookMs.small : lookMs.large).unref();
  };
  look();
}
