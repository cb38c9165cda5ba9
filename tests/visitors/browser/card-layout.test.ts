import { expect, test } from "bun:test";
import sharp from "sharp";
import { useCampaigns } from "../../support/browser/blocks";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { imagesOf } from "../../support/browser/looks";
import { pageTypes, publishPage } from "../../support/browser/site";
import { pdf, redHalf } from "../../support/samples/pdf";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

inBrowser("the layout of cards", (browser) => {
  const service = useService("sqlite");
  const at = useCampaigns(service, ["en"]);

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

  test("an image with few pixels is not enlarged, and stands beside the words of a card", async () => {
    const { api } = service();
    const picture = await sharp({ create: { width: 300, height: 120, channels: 3, background: "#27496d" } })
      .png()
      .toBuffer();
    const { assetId } = await api.call("createAsset", { file: new File([new Uint8Array(picture)], "seal.png") });
    const { topicId } = await api.call("createTopic", { body: { title: "The seal" } });
    for (const content of [
      { type: "markdown", content: `Given to few.\n\n![The seal](${assetId})` },
      { type: "image", content: assetId },
    ]) {
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    }
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page } = watched;
    for (const pageType of pageTypes) {
      await page.goto((await publishPage(service(), { pageType }, {}, [topicId])).url);
      await imagesOf(page);
      const widths = await page.evaluate(() =>
        [...document.querySelectorAll(".topic img")].map((one) => one.getBoundingClientRect().width),
      );
      expect({ pageType, widths }).toEqual({ pageType, widths: [300, 300] });
    }
    const single = await api.call("createTopic", { body: { title: "The seal" } });
    const image = { content: { type: "image", content: assetId } };
    await api.call("createTopicEntry", { params: { topic_id: single.topicId }, body: image });
    await page.goto((await publishPage(service(), {}, {}, [single.topicId])).url);
    const isBeside = await page.evaluate(() => {
      const [words, shown] = ["h2", "img"].map((tag) => document.querySelector(`.topic ${tag}`)?.getBoundingClientRect());
      return words !== undefined && shown !== undefined && shown.left > words.right && shown.top < words.bottom;
    });
    expect(isBeside).toBe(true);
  });

  test("a card is as high as its words or its image, whichever is higher, and what is lower stands in its middle", async () => {
    const { api } = service();
    const topicIds: string[] = [];
    for (const side of [40, 400]) {
      const picture = await sharp({ create: { width: side, height: side, channels: 3, background: "#27496d" } })
        .png()
        .toBuffer();
      const { assetId } = await api.call("createAsset", { file: new File([new Uint8Array(picture)], `${side}.png`) });
      const { topicId } = await api.call("createTopic", { body: { title: "The seal" } });
      for (const [type, content] of [
        ["text", "Given to few, and to nobody who asks. ".repeat(5)],
        ["image", assetId],
      ] as const) {
        await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
      }
      topicIds.push(topicId);
    }
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page } = watched;
    await page.goto((await publishPage(service(), {}, {}, topicIds)).url);
    await imagesOf(page);
    const [small, large] = await page.evaluate(() =>
      [...document.querySelectorAll(".topics .topic")].map((card) => {
        const boxOf = (element: Element | null | undefined) => (element as Element).getBoundingClientRect();
        const { top, bottom } = boxOf(card);
        const padding = Number.parseFloat(getComputedStyle(card).paddingBottom) + 1;
        return {
          above: boxOf(card.querySelector("h2")).top - top - padding,
          below: bottom - padding - boxOf([...card.querySelectorAll("p")].at(-1)).bottom,
          ofImage: bottom - padding - boxOf(card.querySelector("img")).bottom,
        };
      }),
    );
    expect(Math.abs(small?.above as number)).toBeLessThan(2);
    expect(Math.abs(small?.below as number)).toBeLessThan(2);
    expect(Math.abs(large?.ofImage as number)).toBeLessThan(2);
    expect(large?.above).toBeGreaterThan(50);
    expect(Math.abs((large?.above as number) - (large?.below as number))).toBeLessThan(10);
  });

  test("a first page of a PDF does not stand beside a lower card", async () => {
    const { api } = service();
    const file = new File([pdf(redHalf)], "pack.pdf");
    const { assetId } = await api.call("createAsset", { file });
    const topicIds: string[] = [];
    for (const [type, content] of [
      ["text", "First"],
      ["file", `[The pack](${assetId})`],
      [
        "callout",
        "kind: tip\n## Before you decide\nAsk your terminal for the gate log. It is the only source that nobody edits, and we compare ourselves.",
      ],
    ] as const) {
      const { topicId } = await api.call("createTopic", { body: { title: "Card" } });
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
      topicIds.push(topicId);
    }
    await using watched = await watchedPage(browser(), { viewport: desktop });
    await watched.page.goto((await publishPage(service(), {}, {}, topicIds)).url);
    expect(await watched.page.locator(".row").count()).toBe(0);
  });

  test("a document of one topic has no table of contents, and room above its first title", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    const { topicId } = await service().api.call("createTopic", { body: { title: "Alone" } });
    for (const topicIds of [[], [topicId]]) {
      const { url } = await publishPage(service(), { pageType: "custom" }, {}, topicIds);
      for (const viewport of [phone, desktop]) {
        await page.setViewportSize(viewport);
        await page.goto(url);
        expect(await page.locator(".contents").isVisible()).toBe(false);
        const room = await page.evaluate(() => {
          const [cover, title] = [".cover", "h2"].map((one) => document.querySelector(one)?.getBoundingClientRect());
          return { above: (title?.top ?? 0) - (cover?.bottom ?? 0), isAtStart: (title?.left ?? 999) < innerWidth / 4 };
        });
        expect(room.above).toBeGreaterThan(20);
        expect(room.isAtStart).toBe(true);
      }
    }
  });

  test("a person alone in a card, and a question alone below the cards, stand beside their titles", async () => {
    const { topicId } = await service().api.call("createTopic", { body: { title: "Your contact" } });
    const body = { content: { type: "person", content: "name: Grace Okafor\nrole: Account executive" } };
    await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    await using watched = await watchedPage(browser(), { viewport: desktop });
    await watched.page.goto((await publishPage(service(), {}, {}, [topicId])).url);
    const besides = await watched.page.evaluate(() =>
      [
        [".topic h2", ".b-person"],
        [".ask h2", ".ask form"],
      ].map((pair) => {
        const [title, words] = pair.map((one) => document.querySelector(one)?.getBoundingClientRect());
        return title !== undefined && words !== undefined && words.left > title.right && words.top < title.bottom;
      }),
    );
    expect(besides).toEqual([true, true]);
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
});
