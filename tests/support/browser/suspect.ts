import type { Browser, BrowserContextOptions } from "playwright-core";
import type { TestService } from "../service/service";
import { type Watched, watchedPage } from "./browser";
import { ownOrigin } from "./site";

/** A page of which something bad is expected. */
export interface Suspect extends Watched {
  /** What it did beyond being shown: asked for something elsewhere, spoke up, opened another, met the policy. */
  deeds: string[];
}

export async function suspectPage(browser: Browser, service: TestService, options: BrowserContextOptions = {}): Promise<Suspect> {
  const watched = await watchedPage(browser, options);
  const { page, context } = watched;
  const deeds: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on("page", (opened) => deeds.push(`opened ${opened.url()}`));
  context.on("request", (request) => {
    if (!request.url().startsWith(`${ownOrigin(service)}/`)) deeds.push(`asked for ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    deeds.push(`said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.text().startsWith("policy:")) deeds.push(message.text());
  });
  return Object.assign(watched, { deeds });
}
