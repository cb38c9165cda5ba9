import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type Watched, watchedPage } from "./browser";

/** A browser that is signed in to the console with a key. */
export async function signedIn(
  browser: Browser,
  origin: string,
  key: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const watched = await watchedPage(browser, { viewport: { width: 1_280, height: 800 }, ...options });
  const { page } = watched;
  await page.goto(`${origin}/console`);
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  return watched;
}

/** As a link of the console does it: the console is not loaded again. Each screen sets the title of the document. */
export async function goWithin(page: Page, path: string): Promise<void> {
  const target = new URL(path, page.url());
  const isSameScreen = withoutSlash(target.pathname) === withoutSlash(new URL(page.url()).pathname);
  if (isSameScreen) await page.goto(target.href);
  else {
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
