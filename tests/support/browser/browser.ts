import { beforeAll, describe } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { findChromium } from "../../../scripts/chromium";
import { today } from "../daily";
import { atTheEnd } from "../endings";
import { until } from "../service/jobs";

const executablePath = findChromium();
const artifacts = join(import.meta.dir, "../../../artifacts/pages");

/** For what a test waits for in a page: longer than any takes, shorter than a test may. */
const patienceMs = 30_000;

/** Nothing but what the test asks for, and every name of a test leads to this machine. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages live for seconds: to compile their scripts once more, and better, takes longer than it saves.
  "--js-flags=--no-opt --no-maglev",
  "--host-resolver-rules=MAP *.test 127.0.0.1, MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** Left out where there is no browser; `npm test` says so. */
export function inBrowser(title: string, promises: (browser: () => Browser) => void): void {
  describe.skipIf(executablePath === undefined)(title, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await sharedBrowser();
    }, 60_000);
    promises(() => browser);
  });
}

let shared: Browser | undefined;

/** One for all files of a process: starting one takes as long as a short test, and each test has a context of its own. */
async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared;
  const browser = await chromium.launch({ executablePath: executablePath as string, args: flags });
  atTheEnd(() => browser.close());
  shared = browser;
  return browser;
}

/** A page that keeps account of what went wrong in it, and of what it asked for. */
export interface Watched extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Errors and warnings of the console, and errors that nobody caught. */
  complaints: string[];
  requests: string[];
  /** Waits until the answers to all that it asked for are there. */
  settled(): Promise<void>;
}

const quietMs = 150;

export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const underWay = new Set<Request>();
  let changedAt = performance.now();
  const ended = (request: Request) => {
    underWay.delete(request);
    changedAt = performance.now();
  };
  context.on("request", (request) => {
    requests.push(request.url());
    underWay.add(request);
  });
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  const settled = () => until(() => underWay.size === 0 && performance.now() - changedAt > quietMs, patienceMs);
  return { page, context, complaints, requests, settled, [Symbol.asyncDispose]: () => context.close() };
}

/** `npm test` looks at everything once, in one look or another; `npm run test:pages` and `test:console` in all of them. */
export const inAllLooks = process.env.LOOKS === "all";

/** Of many looks, one for each that is looked at; tomorrow another one. */
export function looksFor<Look>(turn: number, looks: readonly Look[]): readonly Look[] {
  return inAllLooks ? looks : looks.filter((_, index) => (index + turn + today) % looks.length === 0);
}

/** A picture to be looked at, when there is time for it. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (inAllLooks) await page.screenshot({ path: artifact(name), fullPage });
}

/** Where pictures and prints are kept to be looked at. */
export function artifact(name: string): string {
  mkdirSync(artifacts, { recursive: true });
  return join(artifacts, name);
}
