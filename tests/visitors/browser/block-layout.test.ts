import { expect, test } from "bun:test";
import sharp from "sharp";
import { portrait, useCampaigns } from "../../support/browser/blocks";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { imagesOf, shiftOf, tooWide, watchShifts } from "../../support/browser/looks";
import { pageTypes, publishPage } from "../../support/browser/site";
import { todays } from "../../support/daily";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

inBrowser("the layout of blocks", (browser) => {
  const service = useService("sqlite");
  const at = useCampaigns(service, ["en"]);

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

  test("features below each other stand beside their icons, and those in a row below them", async () => {
    const { topicId } = await service().api.call("createTopic", { body: { title: "Seven" } });
    const body = { content: { type: "features", content: "- bolt | Live in a week | We connect to what you have.\n".repeat(7) } };
    await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    await using watched = await watchedPage(browser());
    const { page } = watched;
    for (const [pageType, viewport, areBeside] of [
      ["inbound", phone, true],
      ["outbound", desktop, true],
      ["inbound", desktop, false],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto((await publishPage(service(), { pageType }, {}, [topicId])).url);
      const seen = await page.evaluate(() =>
        [...document.querySelectorAll(".b-features li")].map((one) => {
          const [icon, ...words] = [".icon", "h3", "p"].map((part) => one.querySelector(part)?.getBoundingClientRect());
          return words.every((word) => (word?.left ?? 0) > (icon?.right ?? 0));
        }),
      );
      expect({ pageType, viewport, seen }).toEqual({ pageType, viewport, seen: Array(7).fill(areBeside) });
    }
  });

  test("in a wall of logos, letters on a shape can be read", async () => {
    const { api } = service();
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="#f2b705"/><rect x="60" y="60" width="120" height="120" fill="#111"/></svg>`;
    const badge = await sharp(Buffer.from(drawing)).png().toBuffer();
    const { assetId } = await api.call("createAsset", { file: new File([new Uint8Array(badge)], "badge.png") });
    const { topicId } = await api.call("createTopic", { body: { title: "They close with us" } });
    const body = { content: { type: "logos", content: `- ![Badge](${assetId})` } };
    await api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    const { url } = await publishPage(service(), {}, {}, [topicId]);
    for (const colorScheme of ["light", "dark"] as const) {
      await using watched = await watchedPage(browser(), { viewport: desktop, colorScheme });
      await watched.page.goto(url);
      await imagesOf(watched.page);
      const shown = sharp(await watched.page.locator(".logos img").screenshot()).greyscale();
      const { data, info } = await shown.raw().toBuffer({ resolveWithObject: true });
      const lightAt = (part: number) => {
        const tone =
          (data[info.channels * (Math.floor(info.height / 2) * info.width + Math.floor(info.width * part))] ?? 0) / 255;
        return tone <= 0.04 ? tone / 12.92 : ((tone + 0.055) / 1.055) ** 2.4;
      };
      const [letters = 0, shape = 0] = [0.5, 0.12].map((part) => lightAt(part) + 0.05);
      const contrast = Math.max(letters / shape, shape / letters);
      expect({ colorScheme, isLegible: contrast > 3 }).toEqual({ colorScheme, isLegible: true });
    }
  });

  test("on a phone, buttons below each other are equally wide", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone });
    await watched.page.goto(at("inbound").url);
    const rights = await watched.page.evaluate(() => {
      const buttons = [...document.querySelectorAll(".intro .button, .b-hero .button")];
      const boxes = buttons.map((one) => one.getBoundingClientRect());
      const lasts = boxes.filter((box) => !boxes.some(({ top, left }) => top === box.top && left > box.left));
      return lasts.map(
        ({ right }, index) =>
          right -
          ((buttons[boxes.indexOf(lasts[index] as DOMRect)] as Element).parentElement as Element).getBoundingClientRect().right,
      );
    });
    expect(rights.length).toBeGreaterThan(1);
    for (const right of rights) expect(Math.abs(right)).toBeLessThan(1);
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
});

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
