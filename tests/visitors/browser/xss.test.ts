import { beforeAll, describe, expect, test } from "bun:test";
import { publishForbidden } from "../../support/browser/addresses";
import { inAllLooks, inBrowser } from "../../support/browser/browser";
import { type Anatomy, addressesIn, anatomyOf, bare } from "../../support/browser/dom";
import { createHostilePage, type HostilePage, hostileFields, numberOf } from "../../support/browser/hostile";
import { inLanes } from "../../support/browser/lanes";
import { pageTypes, verifiedDomain } from "../../support/browser/site";
import { type Suspect, suspectPage } from "../../support/browser/suspect";
import { todays } from "../../support/daily";
import { visit } from "../../support/features/visitor";
import { forbiddenAddresses, payloads } from "../../support/samples/payloads";
import { useService } from "../../support/service/service";

test("there are sixty payloads and fifty forbidden addresses, no two the same", () => {
  expect([new Set(payloads).size, new Set(forbiddenAddresses).size]).toEqual([60, 50]);
});

/** Fields that no page shows: every payload is refused, or the field is not for visitors. */
const neverShown = {
  refused: [
    ...["createBrand", "updateBrand"].flatMap((id) =>
      ["primary", "onPrimary", "background", "text"].map((color) => `${id} colors.${color}`),
    ),
    ...["updateBrand logo.url", "createForm fields[].name"],
    ...["createPerson domain", "createPerson phoneNumber", "createPerson linkedinProfileUrl", "createAccount domain"],
    ...["createPage actions[].url", "createPage actionCardWidgets[].logos[].image.url", "createPage footerLinks[].links[].url"],
    ...["createPage metadata.canonicalUrl", "createPage metadata.ogUrl", "updateAudience actionUrlOverride"],
    ...["updateAudience metadataOverride.canonicalUrl", "updateAudience metadataOverride.ogUrl"],
    ...["createPage language", "createPage socialImageAssetId"],
  ].sort(),
  kept: [
    ...["createAsset name", "createAsset purpose", "createAsset tags[]"],
    // Only fonts that are assets are loaded.
    ...["createBrand", "updateBrand"].map((id) => `${id} fontAssetIds[]`),
    // Only logos that are assets are loaded; otherwise the brand's name is shown.
    ...["updateBrand logo.assetId", "updateBrand logo.altText"],
    ...["createBrand", "updateBrand"].flatMap((id) => ["altText", "assetId", "url"].map((part) => `${id} darkLogo.${part}`)),
    // Only who has sent the form sees these.
    ...["next.title", "next.url", "thanks.title", "thanks.text"].map((part) => `createForm ${part}`),
    // An image that names no asset is left out.
    "createTopicEntry image content.content",
    ...["createForm fields[].type", "createTopic purpose", "createTopicEntry poem content.type"],
    ...["createPage actions[].purpose", "createPage actions[].actionType", "createPage actionCardWidgets[].type"],
    ...["fileId", "assetId"].map((id) => `createPage actionCardWidgets[].logos[].image.${id}`),
    ...["createPage pageContext", "createPage footerLinks[].id", "createPage footerLinks[].links[].id"],
    ...["content", "name", "description"].map((part) => `createPage scripts[].${part}`),
    ...["createAudience supplementaryContext", "createAudience externalId", "updateAudience supplementaryContext"],
  ].sort(),
};

inBrowser("a text is a text, whatever is in it", (browser) => {
  const service = useService("sqlite");
  const hostile: HostilePage[] = [];
  const plain: HostilePage[] = [];
  const accepted = new Set<string>();
  const seen = new Set<number>();
  /** The elements of pages with plain words: no payload may add or remove any. */
  const skeletons = new Map<string, string>();
  /** Each page has all payloads, in different fields. A few pages are enough where the field matters little. */
  const isOneOfFew = (_: HostilePage, index: number) => index % 4 === 0;
  /** Every payload is in every field one day or the next, either live or in a preview; in both at once with `npm run test:pages`. */
  const isLive = (_: HostilePage, index: number) => inAllLooks || index % 2 === 0;
  const isPreview = (_: HostilePage, index: number) => inAllLooks || index % 2 === 1;
  const noPolicy = { bypassCSP: true };

  beforeAll(async () => {
    for (const number of pageTypes.keys()) plain.push(await createHostilePage(service(), number, false, () => {}));
    for (const number of todays(2, [...payloads.keys()])) {
      const refused = new Set<string>();
      hostile.push(await createHostilePage(service(), number, true, ({ name }) => refused.add(name)));
      for (const { name } of hostileFields) if (!refused.has(name)) accepted.add(name);
    }
  });

  async function expectHarmless({ page, deeds }: Suspect, url: string): Promise<Anatomy> {
    const anatomy = await anatomyOf(page);
    const { foreign, pwned } = anatomy;
    expect({ url: page.url(), pwned, deeds, foreign }).toEqual({ url, pwned: null, deeds: [], foreign: [] });
    for (const mark of anatomy.marks) seen.add(mark);
    return anatomy;
  }

  async function expectHarmlessPage(suspect: Suspect, hostilePage: HostilePage, url: string): Promise<void> {
    const { type, number } = hostilePage;
    const title = url === hostilePage.url ? hostilePage.title : hostilePage.previewTitle;
    await suspect.page.goto(url);
    const anatomy = await expectHarmless(suspect, url);
    expect(bare(anatomy.title)).toStartWith(bare(title.split("{{")[0] as string));
    const kind = `${type} ${url.includes("/_foyer/preview/")}`;
    const expected = skeletons.get(kind) ?? anatomy.skeleton;
    skeletons.set(kind, expected);
    expect(`${number} ${anatomy.skeleton}`).toBe(`${number} ${expected}`);
  }

  describe("60 payloads, each in many texts", () => {
    test("stand beside the same pages with plain words, which are harmless", async () => {
      await using suspect = await suspectPage(browser(), service());
      for (const page of plain) {
        await expectHarmlessPage(suspect, page, page.url);
        await expectHarmlessPage(suspect, page, page.previewUrl);
      }
    });

    test("do nothing on a live page", () =>
      inLanes(hostile.filter(isOneOfFew), async (pages) => {
        await using suspect = await suspectPage(browser(), service());
        for (const page of pages) await expectHarmlessPage(suspect, page, page.url);
      }));

    test("do nothing in a preview with everything overridden, even without the Content-Security-Policy", () =>
      inLanes(hostile.filter(isPreview), async (pages) => {
        await using suspect = await suspectPage(browser(), service(), noPolicy);
        for (const page of pages) await expectHarmlessPage(suspect, page, page.previewUrl);
      }));

    test("do nothing on a live page, even without the Content-Security-Policy", () =>
      inLanes(hostile.filter(isLive), async (pages) => {
        await using suspect = await suspectPage(browser(), service(), noPolicy);
        for (const page of pages) await expectHarmlessPage(suspect, page, page.url);
      }));

    test("do nothing in the notice of a refused form or an archived page, even without the Content-Security-Policy", () =>
      inLanes(hostile.filter(isOneOfFew), async (pages) => {
        await using suspect = await suspectPage(browser(), service(), noPolicy);
        for (const { url, place } of pages) {
          await suspect.page.goto(url);
          await suspect.page.evaluate(() => HTMLFormElement.prototype.submit.call(document.querySelector(".form form")));
          await suspect.page.waitForURL("**/_foyer/forms?*");
          await expectHarmless(suspect, new URL("/_foyer/forms?language=en", url).href);
          await service().api.call("archiveAudience", { params: place });
          const gone = await suspect.page.goto(url);
          expect(gone?.status()).toBe(410);
          await expectHarmless(suspect, url);
        }
      }));

    test("were all on the pages, except in fields that are refused or never shown to visitors", () => {
      const names = hostileFields.map(({ name }) => name).sort();
      const unseen = names.filter((name) => !seen.has(numberOf(name)));
      const refused = unseen.filter((name) => !accepted.has(name));
      expect({ refused, kept: unseen.filter((name) => !refused.includes(name)) }).toEqual(neverShown);
    });
  });

  test("50 spellings of forbidden addresses lead nowhere, in any field that takes an address", async () => {
    const { urls, accepted: spelled } = await publishForbidden(service());
    // Addresses without a scheme are relative paths, whatever they look like.
    expect(spelled.filter((address) => /^\W*(java|vb|live)?script\W*:/i.test(address))).toEqual([]);
    await using suspect = await suspectPage(browser(), service(), noPolicy);
    for (const url of urls) {
      await suspect.page.goto(url);
      await expectHarmless(suspect, url);
      const addresses = await addressesIn(suspect.page);
      expect(addresses.length).toBeGreaterThan(2);
      expect(addresses.filter(({ href }) => !/^(https?|mailto|tel):/.test(href))).toEqual([]);
    }
  });

  test("hostile paths of pages do nothing in a sitemap", async () => {
    const tenantDomainId = await verifiedDomain(service().api, "hostile.example");
    const { page_id } = (plain[0] as HostilePage).place;
    // Without a person, as personal pages are not listed.
    const { audienceId } = await service().api.call("createAudience", { params: { page_id }, body: {} });
    const target = { targetType: "audience", audienceId };
    const sent = await Promise.all(
      payloads.map((path) => service().api.send("createPageLink", { body: { path, target, tenantDomainId } })),
    );
    expect(sent.filter(({ status }) => status === 201).length).toBeGreaterThan(10);
    const { html } = await visit(service(), "/sitemap.xml", { host: "hostile.example" });
    await using suspect = await suspectPage(browser(), service());
    const names = await suspect.page.evaluate((text) => {
      const all = new DOMParser().parseFromString(text, "application/xml").querySelectorAll("*");
      return [...new Set([...all].map(({ nodeName, namespaceURI }) => `${nodeName} ${namespaceURI}`))];
    }, html);
    const space = "http://www.sitemaps.org/schemas/sitemap/0.9";
    expect(names).toEqual(["urlset", "url", "loc", "lastmod"].map((name) => `${name} ${space}`));
  });
});
