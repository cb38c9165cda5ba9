import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { publishPage } from "../../support/browser/site";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const smallPhone = { width: 320, height: 700 };
const desktop = { width: 1280, height: 900 };

inBrowser("a deck", (browser) => {
  const service = useService("sqlite");
  let url: string;

  beforeAll(async () => {
    const topicIds: string[] = [];
    for (const title of ["One", "Two", "Three"]) {
      const { topicId } = await service().api.call("createTopic", { body: { title } });
      const body = { content: { type: "stats", content: "- 3 days | to close the month" } };
      await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body });
      topicIds.push(topicId);
    }
    const buttonTitle = "Unverbindliches Beratungsgespräch vereinbaren";
    const actions = [{ actionId: "book", actionType: "url", buttonTitle, url: "https://cal.example/", purpose: "" }];
    const footerLinks = [{ id: "1", title: "Halden", links: [{ id: "2", text: "Impressum", url: "https://halden.example/" }] }];
    const body = { pageType: "sales_deck" as const, language: "de", actions, headerActionId: "book", footerLinks };
    url = (await publishPage(service(), body, {}, topicIds)).url;
  });

  const isFooterInSight = (page: Page) =>
    page.evaluate(() => {
      const { top, bottom } = (document.querySelector(".bottom a") as Element).getBoundingClientRect();
      return top > 0 && bottom <= innerHeight;
    });
  /** Once it no longer moves. */
  const restsAt = async (page: Page) => {
    let last = -1;
    await until(async () => {
      const now = await page.evaluate(() => scrollY);
      const rests = now === last;
      last = now;
      if (!rests) await page.waitForTimeout(250);
      return rests;
    }, 20_000);
    return last;
  };

  test("fills a large screen as it does a laptop: what is written grows with the window", async () => {
    await using watched = await watchedPage(browser());
    const sizes: number[] = [];
    for (const viewport of [phone, desktop, { width: 1920, height: 1080 }, { width: 2560, height: 1440 }]) {
      await watched.page.setViewportSize(viewport);
      await watched.page.goto(url);
      sizes.push(
        await watched.page.evaluate(() =>
          Number.parseFloat(getComputedStyle(document.querySelector(".topic") as Element).fontSize),
        ),
      );
    }
    const [small = 0, usual = 0, large = 0, largest = 0] = sizes;
    expect(usual).toBeGreaterThan(small);
    expect(large / usual).toBeWithin(1.2, 1.6);
    expect(largest / usual).toBeWithin(1.6, 2.1);
  });

  for (const [name, viewport] of Object.entries({ phone, desktop })) {
    test(`shows its footer to whoever scrolls or tabs to it, on a ${name}`, async () => {
      await using watched = await watchedPage(browser(), { viewport, reducedMotion: "reduce" });
      const { page } = watched;
      await page.goto(url);
      await page.mouse.move(200, 400);
      for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, 800);
      await restsAt(page);
      expect(await isFooterInSight(page)).toBe(true);
      await page.locator("main button:visible").last().focus();
      await restsAt(page);
      await page.keyboard.press("Tab");
      await restsAt(page);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Impressum");
      expect(await isFooterInSight(page)).toBe(true);
    });
  }

  test("has room for a long button in its bar, and arrow keys go on and back", async () => {
    await using watched = await watchedPage(browser(), { viewport: smallPhone, reducedMotion: "reduce" });
    const { page } = watched;
    await page.goto(url);
    const isWithin = await page.evaluate(() => {
      const boxOf = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect();
      const [bar, button] = [boxOf(".top"), boxOf(".top .button")];
      return button.top >= bar.top && button.bottom <= bar.bottom;
    });
    expect(isWithin).toBe(true);
    const places: number[] = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
      await page.keyboard.press(key);
      places.push(await restsAt(page));
    }
    expect(places[1]).toBeGreaterThan(places[0] as number);
    expect(places[2]).toBe(places[0] as number);
  });

  test("counts its slides from left to right in Hebrew, too", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone });
    await watched.page.goto((await publishPage(service(), { pageType: "sales_deck", language: "he" }, {}, [])).url);
    const count = await watched.page.evaluate(
      () => getComputedStyle(document.querySelector("main > *") as Element, "::after").content,
    );
    // Between the marks of a text that is read from left to right.
    expect(count).toMatch(/^"\u2066".*\u2069"$/);
  });

  test("a long word in a comparison leaves its columns in sight on a small phone", async () => {
    const { topicId } = await service().api.call("createTopic", { body: { title: "Vergleich" } });
    const content = "| | Halden * | Excel |\n| --- | --- | --- |\n| Rechnungslegungsvorschriftenkonformität | yes | no |";
    const body = { content: { type: "comparison", content } };
    await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    await using watched = await watchedPage(browser(), { viewport: smallPhone });
    for (const pageType of ["inbound", "sales_deck"] as const) {
      await watched.page.goto((await publishPage(service(), { pageType, language: "de" }, {}, [topicId])).url);
      const hidden = await watched.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.querySelector(".wide") as Element;
        return scrollWidth - clientWidth;
      });
      expect({ pageType, hidden }).toEqual({ pageType, hidden: 0 });
    }
  });
});
