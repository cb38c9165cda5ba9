import { afterAll, beforeAll, describe } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { createStorage, type Engine, engines, type Storage } from "../database/engines";
import type { Api } from "../service/api";
import { type ServerProcess, spawnServer } from "../service/process";
import { type TestService, useService } from "../service/service";
import { inAllLooks, inBrowser, type Watched, watchedPage } from "./browser";

/** What a browser does is the same on either engine; on both with `npm run test:console`. */
const oneEngine: readonly Engine[] = inAllLooks ? engines : engines.slice(0, 1);

/** What tests in the console need: the service's API, and screens in a browser that is signed in. */
export interface ConsoleTest<Server> {
  browser(): Browser;
  service(): Server;
  api(): Api;
  /** A screen as it is after loading it, in a tab that is signed in once for all tests. */
  open(path: string, look?: ConsoleLook): Promise<Watched>;
  /** The same in a browser of its own, for tests that sign out, end the key, or need another key, language or time zone. */
  openAnew(path: string, options?: BrowserContextOptions, key?: string): Promise<Watched>;
  go(page: Page, path: string): Promise<void>;
}

type ConsoleLook = Pick<BrowserContextOptions, "viewport" | "colorScheme">;

const usualSize = { width: 1_280, height: 800 };

interface Server {
  origin: string;
  api: Api;
}

/** Tests in a browser with the console of a service, of each engine. */
export function inConsole(
  title: string,
  promises: (its: ConsoleTest<TestService>) => void,
  { on = oneEngine, ...options }: { on?: readonly Engine[] } & Parameters<typeof useService>[1] = {},
): void {
  inBrowser("in the console", (browser) => {
    describe.each(on)(`${title} [%s]`, (engine) => promises(useConsole(browser, useService(engine, options))));
  });
}

/** A server as a process of its own, whose pages the console can frame. */
export function useServer(engine: Engine): () => ServerProcess {
  let storage: Storage;
  let server: ServerProcess;
  beforeAll(async () => {
    storage = await createStorage(engine, { hasTables: true });
    server = await spawnServer(storage.environment);
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    await storage?.remove();
  });
  return () => server;
}

/** The console of a server. Loading a screen in a tab that is there costs less than half of signing in. */
export function useConsole<Its extends Server>(browser: () => Browser, service: () => Its): ConsoleTest<Its> {
  let tab: Watched | undefined;
  afterAll(() => tab?.context.close());
  const api = () => service().api;
  const openAnew = (path: string, options?: BrowserContextOptions, key = api().key) =>
    signedIn(browser(), service().origin, key, options, path);
  const open = async (path: string, { viewport, colorScheme = "light" }: ConsoleLook = {}) => {
    const size = viewport ?? usualSize;
    if (tab === undefined) {
      tab = await openAnew(path, { viewport: size, colorScheme });
      return tab;
    }
    await tab.page.setViewportSize(size);
    await tab.page.emulateMedia({ colorScheme });
    tab.complaints.length = 0;
    tab.requests.length = 0;
    await tab.page.unrouteAll();
    await tab.page.goto(`${service().origin}/console${path}`);
    return tab;
  };
  return { browser, service, api, open, openAnew, go: (page, path) => goWithin(page, `/console${path}`) };
}

/** A browser that is signed in to the console with a key. */
export async function signedIn(
  browser: Browser,
  origin: string,
  key: string,
  options: BrowserContextOptions = {},
  path = "/",
): Promise<Watched> {
  const watched = await watchedPage(browser, { viewport: usualSize, ...options });
  const { page } = watched;
  await page.goto(`${origin}/console${path}`);
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Your session").waitFor();
  return watched;
}

/** As a link of the console does it: the console is not loaded again. Each screen sets the title of the document. */
export async function goWithin(page: Page, path: string): Promise<void> {
  const target = new URL(path, page.url());
  const isSameScreen = withoutSlash(target.pathname) === withoutSlash(new URL(page.url()).pathname);
  if (isSameScreen) await page.goto(target.href);
  else {
    // Before that, the console does not follow.
    await page.getByLabel("Your session").waitFor();
    await page.evaluate((href) => {
      document.title = "";
      history.pushState({}, "", href);
    }, target.href);
    await page.waitForFunction(() => document.title !== "");
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

/** Everything a page asked for that was not of this origin. */
export function requestsElsewhere({ requests }: Watched, ...origins: string[]): string[] {
  return requests.filter((url) => !url.startsWith("data:") && !origins.includes(new URL(url).origin));
}
