import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { createCampaign, portrait, publishCampaign } from "../../support/browser/blocks";
import { inBrowser, looksFor, takePicture, watchedPage } from "../../support/browser/browser";
import { imagesOf, tooWide } from "../../support/browser/looks";
import { type Opened, pageTypes, publishPage } from "../../support/browser/site";
import { todays } from "../../support/daily";
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

inBrowser("blocks in a browser", (browser) => {
  const service = useService("sqlite");
  const pages = new Map<string, Opened>();
  const at = (type: string, language = "en") => pages.get(`${type} ${language}`) as Opened;

  beforeAll(async () => {
    for (const language of ["en", "he"] as const) {
      const campaign = await createCampaign(service(), language);
      for (const type of pageTypes) {
        pages.set(`${type} ${language}`, await publishCampaign(service(), campaign, type, language));
      }
    }
  });

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

    test(`${type} does not move while it loads`, async () => {
      for (const viewport of looksFor(turn, [phone, desktop])) {
        await using watched = await watchedPage(browser(), { viewport });
        const { page } = watched;
        await page.addInitScript(watchShifts);
        await page.goto(at(type).url);
        await imagesOf(page);
        await page.waitForTimeout(200);
        expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
      }
    });
  }

  test("short topics of a landing page stand side by side, and no card is half empty", async () => {
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page } = watched;
    await page.goto(at("inbound").url);
    const { rows, widths } = await page.evaluate(() => {
      const boxOf = (element: Element) => element.getBoundingClientRect();
      const filledPart = (card: Element) => {
        const { top, bottom } = boxOf(card);
        const padding = Number.parseFloat(getComputedStyle(card).paddingBottom);
        return (boxOf(card.lastElementChild as Element).bottom + padding - top) / (bottom - top);
      };
      return {
        rows: [...document.querySelectorAll(".row")].map((row) => ({
          heights: [...row.children].map((column) => Math.round(boxOf(column).height)),
          filledParts: [...row.querySelectorAll(".topic")].map(filledPart),
        })),
        widths: [...document.querySelectorAll(".topics > *")].map((row) => Math.round(boxOf(row).width)),
      };
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const { heights, filledParts } of rows) {
      expect(new Set(heights).size).toBe(1);
      for (const part of filledParts) expect(part).toBeGreaterThan(0.8);
    }
    expect(new Set(widths).size).toBe(1);
  });

  for (const [name, viewport] of Object.entries({ phone, desktop })) {
    test(`figures, people, plans and pictures leave no hole in their last row, and stay in one line, on a ${name}${viewport === phone ? " without fonts and images" : ""}`, async () => {
      await using watched = await watchedPage(browser(), { viewport });
      const { page } = watched;
      const isPhone = viewport === phone;
      // On a phone none of the page's fonts and images arrives.
      if (isPhone) await page.route(/\/_foyer\/(fonts|assets)\//, (route) => route.abort());
      await page.addInitScript(watchShifts);
      for (const type of ["inbound", "outbound", "sales_deck"]) {
        await page.goto(at(type).url);
        if (isPhone) {
          await imagesOf(page);
          await page.waitForTimeout(100);
          const cut = [...(await page.evaluate(cutButtons)), ...(await page.evaluate(cutNames))];
          expect({ type, wide: await tooWide(page), cut }).toEqual({ type, wide: [], cut: [] });
          expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
        }
        expect({ type, broken: await page.evaluate(brokenFigures) }).toEqual({ type, broken: [] });
        const holes = await page.evaluate(() => {
          const right = (element: Element | null) => Math.round(element?.getBoundingClientRect().right ?? 0);
          const blocks = [...document.querySelectorAll(".b-stats, .b-attendees ul, .b-plans, .b-gallery, .b-gallery figure")];
          return blocks
            .filter((block) => {
              const last = block.matches("figure") ? block.querySelector("img") : block.lastElementChild;
              return Math.abs(right(block) - right(last)) > 2;
            })
            .map(({ tagName, className }) => `${tagName}.${className}`);
        });
        expect({ type, holes }).toEqual({ type, holes: [] });
      }
    });
  }

  test("no feature, logo, figure or plan is alone in its row where that can be avoided, and three logos share one on a phone", async () => {
    const topicIds: string[] = [];
    for (const [type, item, counts] of grids) {
      for (const count of counts) {
        const { topicId } = await service().api.call("createTopic", { body: { title: `${count} ${type}` } });
        const body = { content: { type, content: `${item}\n`.repeat(count) } };
        await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body });
        topicIds.push(topicId);
      }
    }
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page } = watched;
    for (const pageType of todays(2, pageTypes)) {
      await page.goto((await publishPage(service(), { pageType, name: `Grids ${pageType}` }, {}, topicIds)).url);
      for (const width of [360, 390, 600, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const rows = await page.evaluate(rowsOfGrids);
        const uneven = rows.filter(({ inRows }) => inRows.length > 1 && inRows.at(-1) === 1 && inRows[0] !== 1);
        expect({ pageType, width, uneven }).toEqual({ pageType, width, uneven: [] });
        expect(rows).toContainEqual({ title: "3 logos", inRows: [3] });
        if (width > 600) expect(rows.find(({ title }) => title === "4 features")?.inRows).toBeOneOf([[4], [2, 2]]);
        expect(await tooWide(page)).toEqual([]);
      }
    }
  });

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

  test("a tall image and a gallery of one show the whole picture, as sharp as it is wide", async () => {
    const { api } = service();
    const file = new File([new Uint8Array(await portrait())], "tower.jpg");
    const { assetId } = await api.call("createAsset", { file });
    const { topicId } = await api.call("createTopic", { body: { title: "The tower" } });
    const body = { content: { type: "gallery", content: `![The tower](${assetId})` } };
    await api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    const image = { content: { type: "image", content: assetId } };
    await api.call("createTopicEntry", { params: { topic_id: topicId }, body: image });
    await using watched = await watchedPage(browser(), { viewport: desktop, deviceScaleFactor: 2 });
    const { page } = watched;
    await page.goto((await publishPage(service(), { name: "One picture" }, {}, [topicId])).url);
    await imagesOf(page);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>(".topic img")].map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return { width, height, loaded: Number(/\d+$/.exec(one.currentSrc)?.[0]) };
      }),
    );
    expect(shown).toHaveLength(2);
    for (const { width, height, loaded } of shown) {
      expect(height).toBeGreaterThan(desktop.height * 0.7);
      expect(height / width).toBeCloseTo(1.5);
      expect(loaded).toBeGreaterThanOrEqual(2 * width);
    }
  });

  test("no letter of a figure reaches into its label", async () => {
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page } = watched;
    for (const type of pageTypes) {
      await page.goto(at(type).url);
      expect({ type, reaching: await page.evaluate(reachingFigures) }).toEqual({ type, reaching: [] });
    }
  });

  test("a table that is wider than a phone fades where there is more of it, until it is scrolled or focused", async () => {
    const columns = ["Halden Hauptbuch *", "Tabellenkalkulation", "Ressourcenplanung", "Steuerberatungsgesellschaft"];
    const rows = [
      ["", ...columns],
      columns.concat("-").map(() => "---"),
      ["Umsatzsteuervoranmeldung", "ja", "nein", "ja", "nein"],
    ];
    const content = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
    const { topicId } = await service().api.call("createTopic", { body: { title: "Im Vergleich" } });
    const body = { content: { type: "comparison", content } };
    await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page } = watched;
    for (const language of ["de", "he"]) {
      const { url } = await publishPage(service(), { name: `Table ${language}`, language }, {}, [topicId]);
      await page.goto(url);
      const table = page.locator(".wide");
      const seen = () =>
        table.evaluate((box) => [
          getComputedStyle(box).maskImage === "none",
          Number.parseFloat(getComputedStyle(box).maskPosition),
        ]);
      const [fading, whole] = language === "he" ? [0, 100] : [100, 0];
      expect([language, ...(await seen())]).toEqual([language, false, fading]);
      await table.evaluate((box) => {
        box.scrollLeft = getComputedStyle(box).direction === "rtl" ? -9_999 : 9_999;
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      });
      expect([language, ...(await seen())]).toEqual([language, false, whole]);
      await page.keyboard.press("Tab");
      while (!(await table.evaluate((box) => box === document.activeElement))) await page.keyboard.press("Tab");
      expect((await seen())[0]).toBe(true);
      await page.setViewportSize(desktop);
      await page.reload();
      expect((await seen())[1]).toBe(whole);
      await page.setViewportSize(phone);
    }
  });

  test("on a low screen too, images and videos of a landing page are as wide as their card, without bars", async () => {
    await using watched = await watchedPage(browser(), { viewport: { width: 1280, height: 640 } });
    const { page } = watched;
    await page.goto(at("inbound").url);
    await imagesOf(page);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".topic>figure:not([class])>img,.b-video video")].map((media) => {
        const { width, height } = media.getBoundingClientRect();
        const ratio = Number(media.getAttribute("width")) / Number(media.getAttribute("height"));
        return { isFull: width === media.parentElement?.clientWidth, bars: Math.abs(width / height - ratio) > 0.02 };
      }),
    );
    expect(shown).toEqual([
      { isFull: true, bars: false },
      { isFull: true, bars: false },
    ]);
  });

  test("a page ends with its main action, and a letter with its sender", async () => {
    for (const type of ["inbound", "outbound"]) {
      const { html } = await visit(service(), new URL(at(type).url).pathname);
      if (type === "inbound")
        expect(html).toMatch(/<div class="closing"><div><p>Close the month[^<]*<\/p><a class="button main"/);
      else expect(html).toContain('<p class="from">Grace Okafor<small>Account executive, Northwind</small></p>');
    }
  });

  test("a first visit with a font and every block has 14 KB for the document and 40 KB in all, without images", async () => {
    for (const type of pageTypes) {
      const page = await visit(service(), new URL(at(type).url).pathname);
      const br = await visit(service(), new URL(at(type).url).pathname, { headers: { "accept-encoding": "br" } });
      const loaded = /<script src="([^"]*)"|as="font"[^>]* href="([^"]*)"/g;
      const files = [...page.html.matchAll(loaded)].map(([, script, font]) => (script ?? font) as string);
      const others = await Promise.all(files.map((path) => visit(service(), path)));
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect({ type, fits: Math.max(page.bytes.length, br.bytes.length) < maxDocumentBytes }).toEqual({ type, fits: true });
      const all = others.reduce((sum, { bytes }) => sum + bytes.length, page.bytes.length);
      expect({ type, all: all < maxVisitBytes }).toEqual({ type, all: true });
    }
  });

  test("so has one with a form of three steps beside every block, in the encoding that browsers prefer", async () => {
    const campaign = await createCampaign(service(), "en");
    const fields = [
      { name: "name", label: "Your name", type: "text", required: true, step: "You" },
      { name: "email", label: "Where we reach you", type: "email", required: true, step: "You" },
      { name: "phone", label: "Phone, if you'd rather talk", type: "tel", step: "You" },
      { name: "company", label: "Company", type: "text", step: "Your team" },
      { name: "size", label: "How many close", type: "select", options: ["1 to 10", "11 to 50", "More"], step: "Your team" },
      { name: "brief", label: "A brief, if there is one", type: "file", step: "Your wish" },
      { name: "message", label: "What would help you most?", type: "textarea", step: "Your wish" },
      { name: "updates", label: "Send me news now and then", type: "checkbox", step: "Your wish" },
    ];
    const consent = "I agree that Halden Ledger keeps this to answer me. It is deleted after a year, or when I ask for it.";
    const form = { name: "Talk to us", instructions: "Three short steps, and Grace has all she needs.", fields, consent };
    const { formId } = await service().api.call("createForm", { body: form });
    for (const type of pageTypes) {
      const { url } = await publishCampaign(service(), campaign, type, "en", formId);
      const { bytes, html } = await visit(service(), new URL(url).pathname, {
        headers: { "accept-encoding": "gzip, deflate, br, zstd" },
      });
      expect(html).toContain("Your wish");
      expect({ type, fits: bytes.length < maxDocumentBytes }).toEqual({ type, fits: true });
    }
  });
});

const maxDocumentBytes = 14 * 1_024;
const maxVisitBytes = 40_000;

/** Figures that take more than a line. */
function brokenFigures(): string[] {
  return [...document.querySelectorAll(".b-stats dd bdi")]
    .filter((figure) => figure.getClientRects().length !== 1)
    .map((figure) => figure.textContent ?? "");
}

/** Figures with a letter such as y that goes below the top of the label. */
function reachingFigures(): string[] {
  const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  return [...document.querySelectorAll<HTMLElement>(".b-stats dd")]
    .filter((figure) => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(figure);
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const mark = document.createElement("span");
      mark.style.display = "inline-block";
      figure.append(mark);
      const baseline = mark.getBoundingClientRect().bottom;
      mark.remove();
      const label = figure.parentElement?.querySelector("dt")?.getBoundingClientRect().top ?? 0;
      return baseline + context.measureText("y").actualBoundingBoxDescent > label;
    })
    .map((figure) => figure.textContent ?? "");
}

/** Buttons that are not wholly within the window or whose words don't fit. */
function cutButtons(): string[] {
  return [...document.querySelectorAll("a.button, .bar")]
    .filter((button) => {
      const { left, right, width } = button.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth || button.scrollWidth > button.clientWidth + 1);
    })
    .map((button) => button.textContent ?? "");
}

/** Names in place of logos that did not arrive, and don't fit there. */
function cutNames(): string[] {
  return [...document.querySelectorAll<HTMLImageElement>(".brand img")]
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
    .map(({ alt }) => alt);
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

const counted = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** Seven logos are three, three and one on a phone: four in a row would be too small. */
const grids = [
  ["features", "- bolt | Live in a week | We connect to what you have.", counted],
  ["logos", "- Wide World Importers", counted.filter((count) => count !== 7)],
  ["stats", "- 99.2% | in the right place at six", counted],
  ["stats", "- 11 weeks | to pay for itself", [3]],
  ["attendees", "- Ada Lovelace | Analyst | Engines", [2, 3, 4, 5, 6]],
  ["pricing", "## Team\nprice: €11,500 / month\n- 5 entities", [2, 3, 4, 5, 6]],
] as const;

/** How many items are in each row of each grid. */
function rowsOfGrids(): { title: string; inRows: number[] }[] {
  return [...document.querySelectorAll(".b-features, .b-logos, .b-stats, .b-plans, .b-attendees ul")].map((grid) => {
    const rows = new Map<number, number>();
    for (const item of grid.children) {
      const { top, height } = item.getBoundingClientRect();
      const at = Math.round(grid.matches(".b-logos") ? top + height / 2 : top);
      rows.set(at, (rows.get(at) ?? 0) + 1);
    }
    return { title: grid.closest(".topic")?.querySelector("h2")?.textContent ?? "", inRows: [...rows.values()] };
  });
}

/** Which part of the page begins below the header. */
function topSlide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const header = document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll("main > *")].findIndex(
      (slide) => Math.abs(slide.getBoundingClientRect().top - header) < 3,
    );
  });
}

function watchShifts(): void {
  const told = window as unknown as { shifted: number };
  told.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) told.shifted += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
