import type { Browser, BrowserContextOptions } from "playwright-core";
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

/** Everything a page asked for that was not of this origin. */
export function requestsElsewhere({ requests }: Watched, ...origins: string[]): string[] {
  return requests.filter((url) => !url.startsWith("data:") && !origins.includes(new URL(url).origin));
}
