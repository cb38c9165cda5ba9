import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { Unavailable } from "../../../server/storage/port";
import { axeViolations } from "../../support/browser/axe";
import { artifact, inAllLooks, inBrowser, looksFor, takePicture, watchedPage } from "../../support/browser/browser";
import { featuresOf, imagesOf, restless, tooWide } from "../../support/browser/looks";
import { pagesInPdf } from "../../support/browser/pdf";
import { createShowcase, type Opened, ownOrigin, pageTypes, publishShowcase } from "../../support/browser/site";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const looks = [
  { name: "phone", size: phone, colorScheme: "light" },
  { name: "desktop", size: desktop, colorScheme: "light" },
  { name: "desktop", size: desktop, colorScheme: "dark" },
  { name: "phone", size: phone, colorScheme: "dark" },
] as const;

inBrowser("a page in a browser", (browser) => {
  const service = useService("sqlite");
  const pages = new Map<string, Opened>();
  const at = (type: (typeof pageTypes)[number]) => pages.get(type) as Opened;

  beforeAll(async () => {
    const showcase = await createShowcase(service());
    for (const type of pageTypes) pages.set(type, await publishShowcase(service(), showcase, type));
  });

  for (const [turn, type] of pageTypes.entries()) {
    test(`${type} is accessible on a phone or a desktop, in light or in dark, and loads nothing from other origins`, async () => {
      await using watched = await watchedPage(browser(), { viewport: phone });
      const { page, complaints, requests } = watched;
      await page.goto(at(type).url);
      const images = await imagesOf(page);
      expect(images.length).toBeGreaterThan(2);
      expect(images.filter(({ width }) => width === 0)).toEqual([]);
      for (const { name, size, colorScheme } of looksFor(turn, looks)) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await takePicture(page, `${type}-${name}-${colorScheme}.png`, { fullPage: true });
        const found = await axeViolations(page, colorScheme === "light" || !inAllLooks ? "all" : "colours");
        expect({ name, colorScheme, found }).toEqual({ name, colorScheme, found: [] });
      }
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(`${ownOrigin(service())}/`))).toEqual([]);
      expect(requests.length).toBeGreaterThan(2);
    });

    test(`${type} never scrolls sideways, and does not move for visitors who prefer reduced motion`, async () => {
      await using watched = await watchedPage(browser());
      const { page } = watched;
      await page.goto(at(type).url);
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect({ width, tooWide: await tooWide(page) }).toEqual({ width, tooWide: [] });
      }
      expect(await restless(page)).not.toEqual([]);
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await restless(page)).toEqual([]);
    });
  }

  test("each page type has its own layout", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    const features: Record<string, string[]> = {};
    for (const type of pageTypes) {
      await page.goto(at(type).url);
      features[type] = [];
      for (const [name, size] of Object.entries({ phone, desktop })) {
        await page.setViewportSize(size);
        features[type].push(...(await featuresOf(page)).map((feature) => `${feature}, on a ${name}`));
      }
    }
    expect(features).toEqual({
      inbound: ["a title in the middle, on a phone", "a title in the middle, on a desktop"],
      outbound: ["actions at hand, on a phone", "one narrow column, on a desktop"],
      call_followup: ["numbered steps, on a phone", "numbered steps, on a desktop", "steps beside the recap, on a desktop"],
      sales_deck: ["slides that snap, on a phone", "slides that snap, on a desktop"],
      custom: ["contents, on a phone", "contents, on a desktop", "contents beside the text, on a desktop"],
    });
  });

  test("the first Tab skips to the content, and every control can be reached by keyboard", async () => {
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page } = watched;
    await page.goto(at("inbound").url);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#main$/);
    const usable = await page.evaluate(
      (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length,
      "main :is(a[href],button,input:not([type=hidden],[tabindex='-1']),select,textarea,summary,[tabindex='0'])",
    );
    const reached = new Set<string>();
    for (let step = 0; step < usable; step += 1) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(() => {
          const element = document.activeElement as Element;
          const hasOutline = getComputedStyle(element).outlineStyle !== "none";
          return `${hasOutline ? "" : "unseen "}${[...document.querySelectorAll("main *")].indexOf(element)}`;
        }),
      );
    }
    expect([reached.size, [...reached].filter((name) => /unseen|-1/.test(name))]).toEqual([usable, []]);
  });

  test("the contents of a document follow the reader, on a phone and a desktop", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone, reducedMotion: "reduce" });
    const { page, complaints } = watched;
    await page.goto(at("custom").url);
    expect(await page.locator(".contents [aria-current]").count()).toBe(0);
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      const links = await page.locator(".contents a").all();
      for (const link of [links.at(-1), links[1]]) {
        await page.evaluate((id) => document.querySelector(id)?.scrollIntoView(), (await link?.getAttribute("href")) as string);
        await page.waitForFunction(
          (text) => document.querySelector("[aria-current]")?.textContent === text,
          await link?.textContent(),
        );
        const { isInView, tops } = await page.evaluate(() => {
          const marked = document.querySelector("[aria-current]") as HTMLAnchorElement;
          const { left, right, top, bottom } = marked.getBoundingClientRect();
          const heading = document.querySelector(`${marked.hash} h2`)?.getBoundingClientRect().top as number;
          const isBeside = innerWidth > 900;
          const isInView = left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
          return { isInView, tops: isBeside || heading >= bottom };
        });
        expect({ isInView, tops }).toEqual({ isInView: true, tops: true });
      }
    }
    expect(complaints).toEqual([]);
  });

  test("the sales deck prints one slide on each sheet", async () => {
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page } = watched;
    await page.goto(at("sales_deck").url);
    await imagesOf(page);
    await page.emulateMedia({ media: "print" });
    const slides = await page.evaluate(
      () => [...document.querySelectorAll("main > *")].filter((slide) => getComputedStyle(slide).display !== "none").length,
    );
    // A logo is drawn for the page's background, and the slide with the form is not printed: no sheet tells how many there are.
    const [header, number] = await page.evaluate(() => [
      getComputedStyle(document.querySelector(".top") as Element).backgroundColor,
      getComputedStyle(document.querySelector("main > .hero") as Element, "::after").content,
    ]);
    expect([header, number]).toEqual(["rgb(255, 255, 255)", "counter(slide)"]);
    const pdf = await page.pdf({ path: artifact("sales_deck.pdf"), preferCSSPageSize: true, printBackground: true });
    const sheets = pagesInPdf(pdf);
    expect([slides, sheets.length]).toEqual([6, 6]);
    expect(sheets.filter(({ width, height }) => width <= height)).toEqual([]);
  });

  describe("without JavaScript", () => {
    const plainPage = () => watchedPage(browser(), { javaScriptEnabled: false, viewport: phone, reducedMotion: "reduce" });

    for (const type of pageTypes) {
      test(`${type} shows all its text, and its details open and close`, async () => {
        await using watched = await plainPage();
        const { page } = watched;
        await page.goto(at(type).url);
        await expectReadable(page);
        const answer = page.getByText("a week until everybody looks at it");
        expect(await answer.isVisible()).toBe(false);
        await page.getByText("How long does it take?").click();
        expect(await answer.isVisible()).toBe(true);
        await page.getByText("How long does it take?").click();
        expect(await answer.isVisible()).toBe(false);
      });
    }

    async function expectReadable(page: Page): Promise<void> {
      for (const text of [
        "A clearer picture for your team",
        "Ada Lovelace",
        "Numbers that your whole team trusts",
        "Three spreadsheets that disagree",
        "We connect to the systems you have",
        "is shown as the text it is",
        "every night",
        "x-api-key: …",
        "Prices hold for",
        "Do we have to move our data?",
        "Trusted by teams like yours",
        "Tailspin Toys",
        "Tell us where to reach you, Ada.",
        "Ask a question",
        "About us",
      ]) {
        expect([text, await page.getByText(text).first().isVisible()]).toEqual([text, true]);
      }
    }

    test("a question that a visitor asks reaches the owner", async () => {
      await using watched = await plainPage();
      const { page, complaints } = watched;
      await page.goto(at("outbound").url);
      await page.getByLabel("Your question").fill("Does it float?\nOr <b>sink</b>?");
      await page.locator("#ask button").click();
      await page.getByRole("heading", { name: "We don't know the answer to that yet" }).waitFor();
      const [event] = (await service().api.call("listEvents", { query: { type: "question.asked" } })).items;
      expect(event?.data).toMatchObject({
        audienceId: at("outbound").place.audience_id,
        text: "Does it float?\nOr <b>sink</b>?",
      });
      expect(complaints).toEqual([]);
    });

    test("an action leads to its form, and what the visitor sends reaches the owner", async () => {
      await using watched = await plainPage();
      const { page, complaints } = watched;
      await page.goto(at("inbound").url);
      await page.getByRole("link", { name: "Talk to us" }).first().click();
      expect(
        await page.getByRole("heading", { name: "Talk to us" }).evaluate((heading) => heading.getBoundingClientRect().top),
      ).toBeLessThan(phone.height);
      expect(await page.getByLabel("Your name").inputValue()).toBe("Ada Lovelace");
      await page.getByLabel("Your name").fill("");
      await page.getByRole("button", { name: "Send" }).first().click();
      expect(new URL(page.url()).pathname).toBe(new URL(at("inbound").url).pathname);
      await page.getByLabel("Your name").fill("Ada");
      await page.getByLabel(/E-?mail/).fill("ada@engines.example");
      await page.getByLabel("Size of your team").selectOption("11 to 50");
      await page.getByLabel("What would help you most?").fill("Less\nwork");
      await page.getByLabel("Send me news now and then").check();
      await page.getByRole("button", { name: "Send" }).first().click();
      await page.getByRole("heading", { name: "Thank you" }).waitFor();
      const [event] = (await service().api.call("listEvents", { query: { type: "form.submitted" } })).items;
      expect(event?.data).toMatchObject({
        audienceId: at("inbound").place.audience_id,
        actionId: "contact",
        values: { name: "Ada", email: "ada@engines.example", size: "11 to 50", message: "Less\nwork", updates: "true" },
      });
      expect(complaints).toEqual([]);
    });
  });

  describe("a notice in place of a page, in the tenant's brand", () => {
    const notices: Record<number, { title: string; where: () => Promise<string> }> = {
      404: { title: "There is nothing here", where: async () => `${at("custom").url}-not` },
      410: {
        title: "This page is gone",
        where: async () => {
          await service().api.call("archiveAudience", { params: at("custom").place });
          return at("custom").url;
        },
      },
      503: {
        title: "Back in a moment",
        where: async () => {
          // From here on the database is away, and only what is in memory is left.
          service().db.first = () => Promise.reject(new Unavailable("away"));
          return `${at("inbound").url}-not`;
        },
      },
    };

    for (const [status, { title, where }] of Object.entries(notices)) {
      test(`${status}: ${title}`, async () => {
        const { first } = service().db;
        try {
          await using watched = await watchedPage(browser(), { viewport: phone });
          const { page, complaints, requests } = watched;
          const response = await page.goto(await where());
          expect([response?.status(), await page.getByRole("heading").textContent()]).toEqual([Number(status), title]);
          expect(await page.locator("header").innerHTML()).toContain("Northwind");
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            await takePicture(page, `notice-${status}-${colorScheme}.png`);
            expect(await axeViolations(page, colorScheme === "light" ? "all" : "colours")).toEqual([]);
          }
          await page.setViewportSize({ width: 320, height: 600 });
          expect(await tooWide(page)).toEqual([]);
          expect(requests.filter((url) => !url.startsWith(`${ownOrigin(service())}/`))).toEqual([]);
          // The browser itself complains about the status.
          expect(complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
        } finally {
          service().db.first = first;
        }
      });
    }
  });
});
