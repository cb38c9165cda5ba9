import { openSync, readSync } from "node:fs";

const statistics = "/proc/self/statm";

/** How much memory the process takes. On Linux from a file of the kernel's, since the runtime's own answer takes half a millisecond. */
export function residentBytesReader(): () => number {
  if (process.platform !== "linux") return () => process.memoryUsage.rss();
  const file = openSync(statistics, "r");
  const buffer = Buffer.alloc(128);
  const residentPages = () => Number(buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0)).split(" ", 2)[1]);
  // The size of a page is a power of two, and depends on the machine.
  const pageBytes = 2 ** Math.round(Math.log2(process.memoryUsage.rss() / residentPages()));
  return () => residentPages() * pageBytes;
}
