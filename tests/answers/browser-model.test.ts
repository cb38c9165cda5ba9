import { afterAll, beforeAll, expect, test } from "bun:test";
import { axeViolations } from "../support/browser/axe";
import { inBrowser, watchedPage } from "../support/browser/browser";
import { inBrowserAt } from "../support/browser/site";
import { publish } from "../support/features/questions";
import { ownHost } from "../support/features/visitor";
import { startStandInModel } from "../support/network/stand-in-model";
import { useService } from "../support/service/service";

inBrowser("a model's answer in a browser", (browser) => {
  const model = startStandInModel();
  afterAll(() => model.stop());
  const service = useService("sqlite", { model: model.config });
  let url: string;

  beforeAll(async () => {
    const { path } = await publish(service(), [
      { type: "faq", content: "How can I return something?\nReturns are free within 30 days. <b>Keep</b> the label." },
    ]);
    url = inBrowserAt(service(), `http://${ownHost}${path}`);
  });

  test("grows in place, sentence by sentence, as plain text, and is whole at the end", async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const pieces = ["Returns are free within 30 days [1]. K", held, "eep <b>the label</b> [1]."];
    model.reply(() => ({ pieces }));
    await using watched = await watchedPage(browser(), { viewport: { width: 390, height: 844 } });
    const { page, complaints } = watched;
    await page.goto(url);
    await page.fill("#question", "How can I return something?");
    await page.click(".ask button[type=submit]");
    await page.waitForSelector("#answers > p:has-text('Returns are free within 30 days.')");
    expect(await page.getAttribute("#answers", "aria-busy")).toBe("true");
    goOn();
    await page.waitForSelector("#answers .answer");
    expect(await page.innerText("#answers article")).toBe("Returns are free within 30 days. Keep <b>the label</b>.");
    expect(await page.evaluate("document.activeElement.className")).toBe("answer");
    expect(await page.getAttribute("#answers", "aria-busy")).toBe("false");
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("is the quotation once the stream was cut, in place of what was shown", async () => {
    model.reply(() => ({ pieces: ["Returns are free within 30 days [1]. And the"], ends: "cut" }));
    await using watched = await watchedPage(browser(), { viewport: { width: 390, height: 844 } });
    const { page } = watched;
    await page.goto(url);
    await page.fill("#question", "How do I return something?");
    await page.click(".ask button[type=submit]");
    await page.waitForSelector("#answers .answer");
    expect(await page.innerText("#answers article")).toContain("How can I return something?");
    expect(await page.locator("#answers > p").count()).toBe(0);
  });
});
