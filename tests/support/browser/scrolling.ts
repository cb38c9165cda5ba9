import type { Locator, Page } from "playwright-core";

/** Processor time that the page's own thread spends on each frame while `element` is scrolled by `step` pixels in every one. */
export async function cpuMsOfAFrame(element: Locator, frames: number, step: number): Promise<number> {
  const page = element.page();
  const session = await page.context().newCDPSession(page);
  // Time of the thread: a busy machine adds little to it.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const taskMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value as number) * 1_000;
  };
  const before = await taskMs();
  await element.evaluate(
    (scrolled, { frames, step }) =>
      new Promise<void>((resolve) => {
        let left = frames;
        const next = () => {
          if (left === 0) return resolve();
          left -= 1;
          scrolled.scrollBy(0, step);
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    { frames, step },
  );
  const spent = (await taskMs()) - before;
  await session.detach();
  return spent / frames;
}

/** What a page keeps in memory once all garbage is collected: bytes of its scripts' heap, and nodes, those out of the document included. */
export async function keptInMemory(page: Page): Promise<{ heapBytes: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { heapBytes: usedSize, nodes };
}
