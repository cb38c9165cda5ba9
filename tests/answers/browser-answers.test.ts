import { beforeAll, expect, test } from "bun:test";
import { spokenLanguages } from "../../contract/pages/language";
import { phrasesOf } from "../../server/rendering";
import { axeViolations } from "../support/browser/axe";
import { artifact, inBrowser, watchedPage } from "../support/browser/browser";
import { tooWide } from "../support/browser/looks";
import { inBrowserAt } from "../support/browser/site";
import { publish } from "../support/features/questions";
import { ownHost } from "../support/features/visitor";
import { useService } from "../support/service/service";

const phone = { width: 390, height: 844 };

inBrowser("a question in a browser", (browser) => {
  const service = useService("sqlite");
  let url: string;

  beforeAll(async () => {
    const { path } = await publish(service(), [
      { type: "faq", content: "How can I return something?\nWithin **30 days**, with [this label](https://acme.example/label)." },
      { type: "faq", content: "Where is my order?\nIn your account." },
      { type: "faq", content: "How can I return a gift?\nLike anything else." },
    ]);
    url = inBrowserAt(service(), `http://${ownHost}${path}`);
  });

  test("is answered in place, with the focus on the answer, and the next question is a click away", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page, complaints } = watched;
    await page.goto(url);
    await page.fill("#question", "How can I return something?");
    await page.click(".ask button[type=submit]");
    await page.waitForSelector("#answers .answer");
    expect(page.url()).toBe(url);
    expect(await page.innerText("#answers article")).toContain("Within 30 days");
    expect(await page.evaluate("document.activeElement.className")).toBe("answer");
    await page.screenshot({ path: artifact("answer-in-place.png"), fullPage: true });
    expect(await axeViolations(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    await page.click("#answers .options button");
    await page.waitForSelector("#answers article:has-text('Like anything else')");
    expect(complaints).toEqual([]);
  });

  test("may be as long in a browser as in the API, and a longer one is refused with the reason", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page } = watched;
    await page.goto(url);
    const ask = async (question: string) => {
      await page.fill("#question", "");
      await page.focus("#question");
      // As if it were pasted: the browser cuts it where it thinks that it is too long.
      await page.keyboard.insertText(question);
      await page.click(".ask button[type=submit]");
      await page.waitForFunction(() => document.querySelector("#answers")?.ariaBusy === "false");
      return page.innerText("#answers");
    };
    const words = "How can I return something? ";
    const longest = words + "🚢".repeat(2_000 - words.length);
    expect(await ask(longest)).not.toContain("too long");
    const { items } = await service().api.call("listQuestions", {});
    expect(items.map(({ text }) => text)).toContain(longest);
    const tooLong = "a".repeat(2_001);
    expect(await ask(tooLong)).toContain("It is empty or too long.");
    expect(await page.inputValue("#question")).toBe(tooLong);
  });

  test("is answered as a page without JavaScript, with the way back and room for the next question", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone, javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(url);
    await page.fill("#question", "<b>Do you sell</b> submarines?");
    await page.click(".ask button[type=submit]");
    expect(await page.innerText("h1")).toBe("<b>Do you sell</b> submarines?");
    expect(await page.innerText(".answer h2")).toBe("We don't know the answer to that yet");
    await page.fill("#question", "Where is my order?");
    await page.click(".ask button[type=submit]");
    expect(await page.innerText("article")).toContain("In your account.");
    await page.screenshot({ path: artifact("answer-page.png"), fullPage: true });
    await page.click(".back a");
    expect(page.url()).toBe(url);
  });

  test("has an answer's page that is accessible in every language and never scrolls sideways", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page } = watched;
    await page.goto(url);
    const origin = new URL(url).origin;
    expect(spokenLanguages).toHaveLength(9);
    for (const language of spokenLanguages) {
      const html = await page.evaluate(
        `fetch("/_foyer/ask?language=${language}", { method: "POST", body: new URLSearchParams({ page: document.querySelector("[name=page]").value, question: "How can I return something${"g".repeat(300)}" }) }).then((answer) => answer.text())`,
      );
      await page.route(`${origin}/answer-${language}`, (route) =>
        route.fulfill({ contentType: "text/html", body: html as string }),
      );
      await page.goto(`${origin}/answer-${language}`);
      const { askAnother } = phrasesOf(language);
      expect(await page.evaluate("document.documentElement.lang")).toBe(language);
      expect(await page.innerText("body")).toContain(askAnother);
      expect({ language, found: await axeViolations(page) }).toEqual({ language, found: [] });
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect({ width, tooWide: await tooWide(page) }).toEqual({ width, tooWide: [] });
      }
      await page.goto(url);
    }
  });
});
