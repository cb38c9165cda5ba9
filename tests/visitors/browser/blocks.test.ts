import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { useCampaigns } from "../../support/browser/blocks";
import { inBrowser, looksFor, takePicture, watchedPage } from "../../support/browser/browser";
import { imagesOf, shiftOf, tooWide, watchShifts } from "../../support/browser/looks";
import { pageTypes } from "../../support/browser/site";
import { visit } from "../../support/features/visitor";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const looks = [
  { language: "en", name: "phone", size: phone, colorScheme: "light" },
  { language: "he", name: "desktop", size: desktop, colorScheme: "light" },
  { language: "he", name: "phone", size: phone, colorScheme: "dark" },
  { language: "en", name: "desktop", size: desktop, colorScheme: "dark" },
] as const;

const loads = [phone, desktop].flatMap((viewport) =>
  (["en", "he"] as const).flatMap((language) => [true, false].map((isWhole) => ({ viewport, language, isWhole }))),
);

inBrowser("blocks in a browser", (browser) => {
  const service = useService("sqlite");
  const at = useCampaigns(service, ["en", "he"]);

  /** Each page type in one of the looks, in turn; in all of them with `npm run test:pages`. */
  const looksOf = (turn: number) => looksFor(turn, looks);

  for (const [turn, type] of pageTypes.entries()) {
    const names = looksOf(turn).map(({ language, name, colorScheme }) => `${colorScheme} on a ${name} [${language}]`);
    test(`${type} shows every block accessibly and fits, in print too: ${names.join(", ")}`, async () => {
      await using watched = await watchedPage(browser(), { viewport: phone });
      const { page, complaints } = watched;
      for (const { language, name, size, colorScheme } of looksOf(turn)) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme, media: null });
        await page.goto(at(type, language).url);
        expect((await imagesOf(page)).filter(({ width }) => width === 0)).toEqual([]);
        await takePicture(page, `blocks-${type}-${language}-${name}-${colorScheme}.png`, { fullPage: true });
        const found = await axeViolations(page, colorScheme === "light" ? "all" : "colours");
        const wide = await tooWide(page);
        await page.emulateMedia({ media: "print", colorScheme: "light" });
        const widePrint = await tooWide(page);
        await takePicture(page, `blocks-${type}-${language}-${name}-print.png`, { fullPage: true });
        const seen = { language, name, found, wide, widePrint };
        expect(seen).toEqual({ language, name, found: [], wide: [], widePrint: [] });
      }
      expect(complaints).toEqual([]);
    });

    test(`${type} does not move while it loads, in either direction of writing, even if fonts and images are missing`, async () => {
      for (const { viewport, language, isWhole } of looksFor(turn, loads)) {
        await using watched = await watchedPage(browser(), { viewport });
        const { page } = watched;
        if (!isWhole) await page.route(/\/_foyer\/(fonts|assets)\//, (route) => route.abort());
        await page.addInitScript(watchShifts);
        await page.goto(at(type, language).url);
        await imagesOf(page);
        await page.waitForTimeout(200);
        const moves = (await shiftOf(page)) > 0.02;
        expect({ viewport, language, isWhole, moves, wide: await tooWide(page) }).toEqual({
          ...{ viewport, language, isWhole },
          ...{ moves: false, wide: [] },
        });
      }
    });
  }

  test("arrow keys lead from slide to slide of a deck and back, and its action stays in view", async () => {
    await using watched = await watchedPage(browser(), { viewport: desktop, reducedMotion: "reduce" });
    const { page } = watched;
    await page.goto(at("sales_deck").url);
    const seen = async () => {
      const isInView = await page.evaluate(() => {
        const { top, bottom } = (document.querySelector(".top .button") as Element).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      return [await topSlide(page), isInView];
    };
    const first = await topSlide(page);
    await page.keyboard.press("ArrowRight");
    const second = await seen();
    await page.keyboard.press("ArrowRight");
    const third = await seen();
    await page.keyboard.press("ArrowLeft");
    expect([first, second, third, await seen()]).toEqual([0, [1, true], [2, true], [1, true]]);
    const { count, number, read, split, imagePart, offMiddle, caption, big } = await page.evaluate(async () => {
      const topicOf = (title: string) =>
        [...document.querySelectorAll(".topic")].find((topic) => topic.querySelector("h2")?.textContent === title) as Element;
      const sizeOf = (within: Element, selector: string) =>
        Number.parseFloat(getComputedStyle(within.querySelector(selector) as Element).fontSize);
      const readPart = () => new DOMMatrix(getComputedStyle(document.querySelector(".top") as Element, "::after").transform).a;
      const before = readPart();
      scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: "instant" });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const boxOf = (selector: string) => topicOf("At the harbour").querySelector(selector)?.getBoundingClientRect() as DOMRect;
      return {
        count: document.querySelectorAll("main > *").length,
        number: [
          topicOf("At the harbour").getAttribute("data-of"),
          getComputedStyle(topicOf("At the harbour"), "::after").content,
        ],
        read: [before, readPart()],
        split: boxOf("figure").left - boxOf("p").right,
        imagePart: boxOf("img").width / boxOf("figure").width,
        offMiddle: Math.abs(boxOf("h2").top + boxOf("p").bottom - boxOf("figure").top - boxOf("figure").bottom) / 2,
        caption: sizeOf(topicOf("In their words"), "figcaption") / sizeOf(topicOf("What they cost"), "dt"),
        big: Number.parseFloat(getComputedStyle(topicOf("A year from now").querySelector("dd") as Element).fontSize),
      };
    });
    // The marks around it keep the order of the numbers on pages that are read from right to left.
    expect(number).toEqual([` / ${count}`, `"\u2066" counter(slide) " / ${count}\u2069"`]);
    expect(read[0]).toBeLessThan(0.2);
    expect(read[1]).toBeWithin(0.4, 0.6);
    expect(split).toBeGreaterThanOrEqual(0);
    // An image fills its half, the words beside it are in the middle, and a quote's name is as large as other text.
    expect(imagePart).toBeGreaterThan(0.98);
    expect(offMiddle).toBeLessThan(40);
    expect(caption).toBeGreaterThan(0.85);
    expect(big).toBeGreaterThan(150);
  });

  test("a page ends with its main action, and a letter with its sender", async () => {
    for (const type of ["inbound", "outbound"]) {
      const { html } = await visit(service(), new URL(at(type).url).pathname);
      if (type === "inbound")
        expect(html).toMatch(/<div class="closing"><div><p>Close the month[^<]*<\/p><a class="button main"/);
      // She is in its last topic, and is not named twice.
      else expect(html).toMatch(/<p class="name">Grace Okafor<\/p>(?!.*<section class="topic|.*class="from").*<\/article>/s);
    }
  });
});

/** Which part of the page begins below the header. */
function topSlide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const header = document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll("main > *")].findIndex(
      (slide) => Math.abs(slide.getBoundingClientRect().top - header) < 3,
    );
  });
}
