import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { brandFonts } from "../../../contract/pages/fonts";
import { createCampaign, publishCampaign, useCampaigns } from "../../support/browser/blocks";
import { inBrowser, watchedPage } from "../../support/browser/browser";
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
      await visitor.settled();
      const hasFurther = visitor.requests.some((address) => address.endsWith("-ext.woff2"));
      const expected = { font, name, hasFurther: name === names, shownIn: ["own"] };
      expect({ font, name, hasFurther, shownIn: await fontsOf(visitor.page, "h1") }).toEqual(expected);
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
