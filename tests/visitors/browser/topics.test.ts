import { expect, test } from "bun:test";
import sharp from "sharp";
import { contrastOf } from "../../../server/rendering/style/colors";
import { portrait } from "../../support/browser/blocks";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { imagesOf } from "../../support/browser/looks";
import { publishPage } from "../../support/browser/site";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

inBrowser("topics in a browser", (browser) => {
  const service = useService("sqlite");

  test("a card of text has its title beside it, and one with a tall image has its words beside that", async () => {
    const { api } = service();
    const { assetId } = await api.call("createAsset", { file: new File([new Uint8Array(await portrait())], "tower.jpg") });
    const text = "Your planners call eleven carriers every morning, and type what they hear into a sheet. ".repeat(3);
    const topicIds = [
      await makeTopic("What we heard", ["markdown", `${text}\n\n- Two hours a day`]),
      await makeTopic("The tower", ["text", "Built in 1964."], ["image", assetId]),
    ];
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page } = watched;
    await page.goto((await publishPage(service(), { name: "Filled cards" }, {}, topicIds)).url);
    await imagesOf(page);
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll(".topic")].map((card) => {
        const boxOf = (selector: string) => card.querySelector(selector)?.getBoundingClientRect();
        const { left, right, top, bottom } = card.getBoundingClientRect();
        const [title, text, figure] = [boxOf("h2"), boxOf("p"), boxOf("figure")] as [DOMRect, DOMRect, DOMRect | undefined];
        return {
          isTextBesideTitle: text.left > title.right && Math.abs(text.top - title.top) < 12,
          isTextBesideImage: figure !== undefined && figure.left >= text.right,
          filledPart: ((figure ?? text).right - left) / (right - left),
          offMiddle: Math.abs(title.top + text.bottom - top - bottom) / 2,
        };
      }),
    );
    const [plain, tall] = cards;
    expect(plain).toMatchObject({ isTextBesideTitle: true, isTextBesideImage: false });
    expect(tall).toMatchObject({ isTextBesideTitle: false, isTextBesideImage: true });
    for (const { filledPart } of cards) expect(filledPart).toBeGreaterThan(0.9);
    expect(tall?.offMiddle).toBeLessThan(40);
  });

  test("the logos of a wall stand out from light and dark backgrounds, be they of a dark colour or a bright one", async () => {
    const logoIds = await Promise.all(
      ["#0b2545", "#f5c400"].map(async (color) => {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="${color}"/></svg>`;
        return (await service().api.call("createAsset", { file: new File([svg], "logo.svg") })).assetId;
      }),
    );
    const wall = await makeTopic("Who trusts us", ["logos", logoIds.map((logoId) => `- ![A logo](${logoId})`).join("\n")]);
    const { url } = await publishPage(service(), { name: "A wall" }, {}, [wall]);
    for (const colorScheme of ["light", "dark"] as const) {
      await using watched = await watchedPage(browser(), { viewport: desktop, colorScheme });
      const { page } = watched;
      await page.goto(url);
      await imagesOf(page);
      const background = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--bg"));
      for (const logo of await page.locator(".b-logos img").all()) {
        const { channels } = await sharp(await logo.screenshot()).stats();
        const color = `#${channels
          .slice(0, 3)
          .map(({ mean }) => Math.round(mean).toString(16).padStart(2, "0"))
          .join("")}`;
        expect(contrastOf(color, background)).toBeGreaterThan(3);
      }
    }
  });

  test("long words of languages that join them are hyphenated, and addresses are not", async () => {
    const topicId = await makeTopic(
      "Unterlagen",
      ["text", "Die Grundstücksverkehrsgenehmigungszuständigkeit bleibt."],
      ["person", "name: Grace\nemail: grosskundenbetreuung@northwind.example"],
    );
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page } = watched;
    const hyphens: Record<string, string[]> = {};
    for (const language of ["de", "fi", "en"]) {
      await page.goto((await publishPage(service(), { name: `Words ${language}`, language }, {}, [topicId])).url);
      hyphens[language] = await page.evaluate(() =>
        ["h1", ".topic p", '[href^="mailto:"]'].map(
          (selector) => getComputedStyle(document.querySelector(selector) as Element).hyphens,
        ),
      );
    }
    const joined = ["auto", "auto", "manual"];
    expect(hyphens).toEqual({ de: joined, fi: joined, en: ["manual", "manual", "manual"] });
  });

  async function makeTopic(title: string, ...entries: [type: string, content: string][]): Promise<string> {
    const { topicId } = await service().api.call("createTopic", { body: { title } });
    for (const [type, content] of entries) {
      await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    return topicId;
  }
});
