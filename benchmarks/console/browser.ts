import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../scripts/chromium";

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium here");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
}

/** As the console keeps a key that somebody has signed in with; for an init script. */
export function signedInWith(key: string): string {
  return `sessionStorage.setItem("foyer-console-session", ${JSON.stringify(JSON.stringify({ key, isOwn: false, scopes: ["*"] }))})`;
}
