import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { brandFonts } from "../../../contract/pages/fonts";
import { variantWidths } from "../../../server/rendering";
import { createCampaign, publishCampaign, useCampaigns } from "../../support/browser/blocks";
import { inBrowser, looksFor, watchedPage } from "../../support/browser/browser";
import { pageTypes, publishPage } from "../../support/browser/site";
import { visit } from "../../support/features/visitor";
import { useService } from "../../support/service/service";

const maxDocumentBytes = 14 * 1_024;
const maxVisitBytes = 40_000;

inBrowser("what a first visit loads", (browser) => {
  const service = useService("sqlite");
  const at = useCampaigns(service, ["en"]);

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

  test("a name of Central Europe is written in one font, whose further letters no other page loads", async () => {
    const names = "Łukasz Wójcik, Řehoř Šťastný, İbrahim Yağız, Șerban Țepeș, Őze Űrhajó";
    const pages = [...brandFonts.map((font) => ({ font, name: names })), { font: "manrope", name: "Zoë Müller" } as const];
    for (const { font, name } of pages) {
      const { brandId } = await service().api.call("createBrand", { body: { name: "Halden", font } });
      const { url } = await publishPage(service(), { brandId, name });
      await using visitor = await watchedPage(browser());
      await visitor.page.goto(url);
      // A layout is what asks for fonts.
      await visitor.page.evaluate(async () => {
        document.body.getBoundingClientRect();
        await document.fonts.ready;
      });
      const hasFurther = visitor.requests.some((address) => address.endsWith("-ext.woff2"));
      const expected = { font, name, hasFurther: name === names, shownIn: ["own"] };
      expect({ font, name, hasFurther, shownIn: await fontsOf(visitor.page, "h1") }).toEqual(expected);
    }
  });

  test("the first picture of a page is loaded as wide as it is shown, also where it fills the slide of a deck", async () => {
    const picture = await sharp({ create: { width: 4_000, height: 2_250, channels: 3, background: "#27496d" } })
      .jpeg()
      .toBuffer();
    const { api } = service();
    const { assetId } = await api.call("createAsset", { file: new File([new Uint8Array(picture)], "sea.jpg") });
    const topicWith = async (type: string, content: string) => {
      const { topicId } = await api.call("createTopic", { body: { title: "The sea" } });
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
      return topicId;
    };
    const plain = await topicWith("image", assetId);
    const behind = await topicWith("hero", `# The sea\n![](${assetId})\nmedia: behind`);
    const kinds = [...pageTypes.map((pageType) => [pageType, plain] as const), ["sales_deck", behind] as const];
    const views = [
      { viewport: { width: 1_920, height: 1_080 }, deviceScaleFactor: 1 },
      { viewport: { width: 1_440, height: 900 }, deviceScaleFactor: 2 },
    ];
    for (const view of looksFor(1, views)) {
      await using visitor = await watchedPage(browser(), view);
      // Only the address matters: drawing it would take longer than the test.
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="2250"/>';
      await visitor.page.route(/\/_foyer\/assets\/.*\/\d+$/, (route) =>
        route.fulfill({ contentType: "image/svg+xml", body: svg }),
      );
      for (const [pageType, topicId] of kinds) {
        const { url } = await publishPage(service(), { pageType }, {}, [topicId]);
        await visitor.page.goto(url, { waitUntil: "load" });
        // An image below the first screen is chosen a moment after the page is loaded.
        await visitor.page.waitForFunction(() => document.querySelector<HTMLImageElement>(".topic img")?.currentSrc);
        const shown = await visitor.page.evaluate(() => {
          const image = document.querySelector(".topic img") as HTMLImageElement;
          const { width, height } = image.getBoundingClientRect();
          return { address: image.currentSrc, pixels: Math.max(width, (height * 16) / 9) * devicePixelRatio };
        });
        const enough = variantWidths.find((width) => width >= Math.floor(shown.pixels)) ?? Math.max(...variantWidths);
        expect({ pageType, loaded: Number(shown.address.split("/").at(-1)) }).toEqual({ pageType, loaded: enough });
      }
    }
  });
});

/** Of the letters in an element: "own" for fonts of the page, and the names of the system's. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  return [...new Set(fonts.map(({ isCustomFont, familyName }) => (isCustomFont ? "own" : familyName)))];
}
