import type { Browser, BrowserContextOptions } from "playwright-core";
import { imagesOf } from "./looks";

/** A phone of the middle class on a mobile network, as Lighthouse has it. */
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const cpuSlowdown = 4;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_048_576) / 8,
  uploadThroughput: (0.75 * 1_048_576) / 8,
};
const categories = ["loading", "toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
/** For what moves or is drawn after the page has loaded. */
const restMs = 500;
const longTaskMs = 50;

/** What the browser's own trace says of a first visit. */
export interface Visit {
  /** When the largest part of the first view was painted. */
  largestPaintMs: number;
  /** How far things moved, as browsers count it. */
  shift: number;
  /** What the longest task of the main thread took of the processor. */
  longestTaskMs: number;
  /** The same of scripts alone, without layouts: one that a script asks for early is not done again for the next frame. */
  longestScriptMs: number;
  /** What each task took that ran after something was first painted: a visitor may act from then on. */
  laterTasksMs: number[];
}

/** Total blocking time as Lighthouse counts it: how much longer tasks were than 50 ms, on a processor that is so much slower. */
export function blockingMs({ laterTasksMs }: Visit, slowdown = cpuSlowdown): number {
  return laterTasksMs.reduce((sum, ms) => sum + Math.max(0, slowdown * ms - longTaskMs), 0);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: {
    name?: string;
    frame?: string;
    data?: { score?: number; had_recent_input?: boolean; isOutermostMainFrame?: boolean; documentLoaderURL?: string };
  };
}

/** Once without measuring, so that every image is drawn in the sizes that this phone asks for. */
export async function warmUp(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "load" });
  await imagesOf(page);
  await context.close();
}

/** `slowdown`: of the processor. Beside other tests, only times of a processor at its own speed are worth something. */
export async function tracedVisit(browser: Browser, url: string, slowdown = cpuSlowdown): Promise<Visit> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", network);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await browser.startTracing(page, { categories });
    await page.goto(url, { waitUntil: "load" });
    await page.evaluate(painted);
    await page.waitForTimeout(restMs);
    const trace = await browser.stopTracing();
    return visitIn((JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] }).traceEvents, url);
  } finally {
    await context.close();
  }
}

/** In the page. On a busy machine it has loaded long before it is drawn. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

function visitIn(events: readonly TraceEvent[], url: string): Visit {
  const start = events.find(({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL === url);
  if (!start) throw new Error("the trace has no navigation");
  const own = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts);
  const named = (name: string) => own.filter((event) => event.name === name);
  const paint = named("largestContentfulPaint::Candidate").at(-1);
  if (!paint) throw new Error("the trace has no largest paint");
  const main = events.find(
    ({ name, pid, args }) => name === "thread_name" && pid === start.pid && args.name === "CrRendererMain",
  );
  const tasks = named("RunTask").filter(({ tid }) => tid === main?.tid);
  if (tasks.length === 0) throw new Error("the trace has no tasks");
  const firstPaint = named("firstContentfulPaint")[0];
  if (!firstPaint) throw new Error("the trace has no first paint");
  const later = tasks.filter(({ ts, dur = 0 }) => ts + dur > firstPaint.ts);
  const moves = named("LayoutShift").filter(({ args }) => args.data?.had_recent_input === false);
  return {
    largestPaintMs: (paint.ts - start.ts) / 1_000,
    shift: moves.reduce((sum, { args }) => sum + (args.data?.score ?? 0), 0),
    longestTaskMs: Math.max(...tasks.map(processorTime)) / 1_000,
    longestScriptMs: Math.max(...tasks.map((task) => scriptTime(task, own))) / 1_000,
    laterTasksMs: later.map((task) => processorTime(task) / 1_000),
  };
}

function processorTime({ tdur, dur = 0 }: TraceEvent): number {
  return tdur ?? dur;
}

const scriptEvents = new Set(["EvaluateScript", "FunctionCall"]);
const layoutEvents = new Set(["UpdateLayoutTree", "Layout"]);

function scriptTime(task: TraceEvent, events: readonly TraceEvent[]): number {
  const scripts = outermost(events.filter((event) => scriptEvents.has(event.name) && isWithin(event, task)));
  const layouts = outermost(
    events.filter((event) => layoutEvents.has(event.name) && scripts.some((script) => isWithin(event, script))),
  );
  return totalTime(scripts) - totalTime(layouts);
}

function isWithin(one: TraceEvent, { ts, dur = 0, tid }: TraceEvent): boolean {
  return one.tid === tid && one.ts >= ts && one.ts + (one.dur ?? 0) <= ts + dur;
}

/** One that runs within another is part of it. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  return events.filter((one) => !events.some((other) => other !== one && isWithin(one, other)));
}

function totalTime(events: readonly TraceEvent[]): number {
  return events.reduce((sum, event) => sum + processorTime(event), 0);
}
