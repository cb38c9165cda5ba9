import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { fontFile } from "../../server/fonts/font-files";
import { axeViolations } from "../support/browser/axe";
import { inBrowser, takePicture } from "../support/browser/browser";
import { useConsole, useServer } from "../support/browser/console";
import { publishPage } from "../support/browser/site";
import { todaysEngines } from "../support/database/engines";
import { buildVersion, makeAudience, makePage } from "../support/features/versions";
import { png } from "../support/samples/images";
import { until } from "../support/service/jobs";

inBrowser("in the console", (browser) => {
  describe.each(todaysEngines)("somebody [%s]", (engine) => {
    const { service, api, open, openAnew, go } = useConsole(browser, useServer(engine));
    let pageId: string;
    let ada: string;

    beforeAll(async () => {
      pageId = await makePage(api(), { name: "Spring" });
      ({ personId: ada } = await api().call("createPerson", { body: { name: "Ada Lovelace" } }));
    });

    const framed = (page: Page, title: string, words: string) =>
      page.frameLocator(`iframe[title="${title}"]`).getByRole("heading", { level: 1, name: words }).waitFor();

    test("sees what they have not saved as an audience does, then as the next one, with its empty tokens and its sources", async () => {
      const both = await makePage(api(), { name: "Two of them" });
      const { audience_id } = await makeAudience(api(), { personId: ada }, both);
      await makeAudience(api(), { customName: "Nobody known" }, both);
      const { page, complaints, settled } = await open(`/pages/${both}?tab=content&seen=yes&audienceId=${audience_id}`);
      await page.getByLabel("Title").fill('Dear {{ person.firstName | default: "friend" }}');
      await framed(page, "On a phone", "Dear Ada");
      await framed(page, "On a desktop", "Dear Ada");
      expect(await page.getByText("token is empty").count()).toBe(0);
      await page
        .getByRole("button", { name: /^(Next|Previous)$/ })
        .and(page.locator(":enabled"))
        .click();
      await framed(page, "On a phone", "Dear friend");
      await page.getByText("For them, one token is empty").waitFor();
      await page.getByRole("button", { name: "Where each field comes from" }).click();
      await page.getByRole("cell", { name: "Title", exact: true }).waitFor();
      await settled();
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, "console preview.png", { fullPage: true });
      expect(complaints).toEqual([]);
      expect((await api().call("getPage", { params: { page_id: both } })).title).not.toContain("Dear");
    });

    test("has no screen that is too wide, not even before the browser tells how much room a preview has", async () => {
      const { page_id, audience_id } = await makeAudience(api(), { personId: ada }, await makePage(api(), { name: "Wide" }));
      await using watched = await openAnew("/", { viewport: { width: 820, height: 1_180 } });
      const { page } = watched;
      await page.addInitScript("ResizeObserver.prototype.observe = () => {}");
      await page.goto(`${service().origin}/console/pages/${page_id}/audiences/${audience_id}?tab=overrides`);
      await page.locator('iframe[title="On a desktop"]').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    });

    test("compares two versions in words and as they are seen, and goes back to what visitors saw before", async () => {
      const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
      const content = { type: "faq", content: "What does it cost?\nTen euros." };
      const params = { topic_id: topicId };
      const { topicEntryId } = await api().call("createTopicEntry", { params, body: { content } });
      const { place, url } = await publishPage(service(), { name: "Compared" }, { personId: ada }, [topicId]);
      const titled = async (title: string) => {
        await api().call("updatePage", { params: { page_id: place.page_id }, body: { title } });
        await buildVersion(api(), place);
      };
      await titled("First");
      const changed = { content: { ...content, content: "What does it cost?\nTwelve euros." } };
      await api().call("updateTopicEntry", { params: { ...params, entry_id: topicEntryId }, body: changed });
      await titled("Second");
      const { page, complaints } = await open(`/pages/${place.page_id}/audiences/${place.audience_id}?tab=versions`);
      await page.getByText("2 fields differ.").waitFor();
      const row = (words: string) => page.getByRole("row", { name: words });
      await row("Page › Title First Second").waitFor();
      const entry = row("Topic Prices › Entry 1, faq › Text");
      expect(await entry.textContent()).toContain("Twelve euros.");
      expect(await entry.getByRole("cell").first().getAttribute("title")).toBe("topics.0.entries.0.content.content");
      await framed(page, "Before", "First");
      await framed(page, "After", "Second");
      await row("2 archived").getByRole("button", { name: "Go back to it" }).click();
      await page.getByText("Version 2 is live").waitFor();
      await until(async () => (await (await fetch(url)).text()).includes("First"));
      // What was made later is still what comes after.
      await row("Page › Title First Second").waitFor();
      await framed(page, "Before", "First");
      expect(complaints).toEqual([]);
    });

    test("is told of every text with a token that is empty for an audience: entries, buttons, forms and what search engines read", async () => {
      const { formId } = await api().call("createForm", {
        body: { name: "Talk", instructions: "Dear {{ person.phoneNumber }}", fields: [] },
      });
      const { topicId } = await api().call("createTopic", { body: { title: "About {{ account.name | default: 'you' }}" } });
      const content = { type: "text", content: "{{ person.email }} and {{ person.firstName }}" };
      await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
      const told = await makePage(api(), {
        name: "Told",
        pageContext: "Not for visitors: {{ person.linkedinProfileUrl }}",
        actions: [
          {
            actionId: "one",
            actionType: "url",
            buttonTitle: "For {{ person.lastName }}",
            url: "https://a.example",
            purpose: "",
          },
          { actionId: "two", actionType: "form", buttonTitle: "Talk, {{ person.domain }}", url: formId, purpose: "" },
        ],
        metadata: { description: "{{ person.linkedinProfileUrl }}" },
      });
      await api().call("setPageTopics", { params: { page_id: told }, body: { topicIds: [topicId] } });
      const { audience_id } = await makeAudience(api(), { personId: ada }, told);
      const { page } = await open("/");
      const notice = page.getByRole("alert").filter({ hasText: /^For them, .* tokens are empty/ });
      const expected = [
        "person.domain in title of button 2: nothing is shown",
        "person.linkedinProfileUrl in description of metadata: nothing is shown",
        "person.phoneNumber in instructions of form 1: nothing is shown",
        "account.name in title of topic 1: its default is shown",
        "person.email in entry 1 of topic 1: nothing is shown",
      ];
      for (const path of [
        `/pages/${told}/audiences/${audience_id}`,
        `/pages/${told}?tab=content&seen=yes&audienceId=${audience_id}`,
      ]) {
        await go(page, path);
        await notice.waitFor();
        expect((await notice.getByRole("listitem").allTextContents()).toSorted()).toEqual(expected.toSorted());
      }
      // Of nobody in particular nothing is known: that is no fault of the page.
      await go(page, `/pages/${told}?tab=content&seen=yes`);
      await page.getByText(/^As long as nobody is chosen, \d tokens are empty/).waitFor();
      expect(await notice.count()).toBe(0);
    });

    test("sees what visitors see while there is a newer draft, and after going back", async () => {
      const params = { page_id: await makePage(api(), { name: "Drafted", metadata: { title: "First", keywords: ["one"] } }) };
      await api().call("updatePage", { params, body: { title: "First" } });
      const { audience_id } = await makeAudience(api(), { personId: ada }, params.page_id);
      const place = { ...params, audience_id };
      const first = (await api().call("getAudience", { params: place })).publishedVersion.versionId;
      const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
      await api().call("createTopicEntry", {
        params: { topic_id: topicId },
        body: { content: { type: "text", content: "Ten." } },
      });
      await api().call("setPageTopics", { params, body: { topicIds: [topicId] } });
      await api().call("updatePage", { params, body: { title: "Second", metadata: { keywords: ["one", "two"] } } });
      await api().call("updateAudience", { params: place, body: { supplementaryContext: "Ships by sea" } });
      const body = { publish: "manual" } as const;
      await api().call("createAudienceVersion", { params: place, body });
      await until(async () => (await api().call("getAudience", { params: place })).status === "draft");
      const { page, complaints } = await open(`/pages/${params.page_id}/audiences/${audience_id}`);
      await page.getByText("Version 1 is live, version 2 is a newer draft.").waitFor();
      await framed(page, "On a phone", "First");
      await page.getByRole("link", { name: "Compare them" }).click();
      await framed(page, "After", "Second");
      const rows = await page.getByRole("row").allTextContents();
      expect(rows).toContain("Metadata › Keywordsoneone, two");
      expect(rows).toContain("Order of topics—Prices");
      expect(rows.join("\n")).not.toMatch(/[{[]"|topic_/);
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByRole("tab", { name: "As they see it" }).click();
      await framed(page, "On a phone", "Second");
      await api().call("publishAudienceVersion", { params: { ...place, version_id: first } });
      await page.reload();
      await framed(page, "On a phone", "First");
      await page.getByRole("tab", { name: "History" }).click();
      await page.getByText("What else is known about them").waitFor();
      expect(await page.locator("main").textContent()).not.toContain("supplementaryContext");
      expect(complaints).toEqual([]);
    });

    test("reads in words where a page's buttons lead, and its brand by name, each with its source", async () => {
      const { brandId } = await api().call("createBrand", { body: { name: "Fjord" } });
      const { formId } = await api().call("createForm", { body: { name: "Talk", fields: [] } });
      const file = new File([png({ width: 64, height: 32 })], "Shared.png");
      const { assetId } = await api().call("createAsset", { file });
      const action = (actionId: string, actionType: string, buttonTitle: string, url: string) => ({
        actionId,
        actionType,
        buttonTitle,
        url,
        purpose: "",
      });
      const told = await makePage(api(), {
        name: "In words",
        brandId,
        headerActionId: "talk",
        actions: [
          action("book", "url", "Book a call", "https://fjord.example/book"),
          action("talk", "form", "Talk to us", formId),
          action("other", "calendar", "Later", ""),
        ],
        footerLinks: [{ id: "1", title: "Company", links: [{ id: "2", text: "Careers", url: "https://fjord.example/jobs" }] }],
        scripts: [{ name: "Chat", description: "", enabled: false, content: "0" }],
        metadata: { robots: ["noindex", "nofollow"] },
        language: "de",
        socialImageAssetId: assetId,
      });
      // To the trash, and then for good.
      for (let time = 0; time < 2; time += 1) await api().call("deleteAsset", { params: { asset_id: assetId } });
      const body = { personId: ada, actionFormInstructionsOverride: "Tell us when" };
      const { audience_id } = await makeAudience(api(), body, told);
      const { page, complaints, settled } = await open(`/pages/${told}/audiences/${audience_id}?tab=fields`);
      await page.getByRole("link", { name: "Fjord" }).waitFor();
      await page.getByRole("link", { name: "Talk" }).waitFor();
      const rows = await page.getByRole("row").evaluateAll((all) =>
        all.map((row) => {
          const [field, source, value] = [...row.children] as HTMLElement[];
          const items = [...(value?.querySelectorAll("li") ?? [])].map((item) => item.textContent);
          return [field?.title, [source?.textContent, ...(items.length > 0 ? items : [value?.textContent])]];
        }),
      );
      expect(Object.fromEntries(rows)).toMatchObject({
        brandId: ["page", "Fjord"],
        headerActionId: ["page", "Talk to us"],
        actions: [
          "audience",
          "Book a call: Opens an address, https://fjord.example/book",
          "Talk to us: Opens a form, Talk, with “Tell us when” above it",
          "Later: calendar",
        ],
        footerLinks: ["page", "Company: Careers (https://fjord.example/jobs)"],
        scripts: ["page", "Chat, off"],
        "metadata.robots": ["page", "noindex, nofollow"],
        language: ["page", "German (de)"],
        socialImageAssetId: ["page", "An asset that is gone"],
        isNewPageAgent: ["audience", "Yes"],
        "person.name": ["person", "Ada Lovelace"],
      });
      expect(await page.locator("main").textContent()).not.toMatch(/[{[]"|brand_|\+\d{13}/);
      await settled();
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, "console fields.png", { fullPage: true });
      await page.getByRole("link", { name: "Fjord" }).click();
      await page.getByRole("dialog", { name: "Edit the brand" }).waitFor();
      expect(complaints).toEqual([]);
      await api().call("deleteBrand", { params: { brand_id: brandId } });
    });

    test("sees the picture for sharing, with its address", async () => {
      const file = new File([png()], "ship.png");
      const { assetId } = await api().call("createAsset", { body: { name: "A ship" }, file });
      const pageId = await makePage(api(), { name: "Shared", socialImageAssetId: assetId });
      const { audience_id } = await makeAudience(api(), { customName: "Ada" }, pageId);
      const { page, complaints, settled } = await open(`/pages/${pageId}/audiences/${audience_id}?tab=fields`);
      const row = page.getByRole("row").filter({ hasText: "Address of the picture for sharing" });
      const picture = row.getByRole("img", { name: "The picture for sharing: A ship" });
      await picture.waitFor();
      await until(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0));
      expect([await picture.getAttribute("width"), await picture.getAttribute("height")]).toEqual(["160", "84"]);
      const { metadata } = await api().call("getPage", { params: { page_id: pageId } });
      expect(await row.getByRole("link").getAttribute("href")).toBe(metadata?.ogImageUrl as string);
      await settled();
      expect(await axeViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test("can still go back with one click after many changes were previewed", async () => {
      const { page } = await open("/pages");
      await page.getByRole("link", { name: "Spring" }).click();
      await page.getByRole("tab", { name: "Content" }).click();
      await page.getByRole("button", { name: "See it as they do" }).click();
      for (const title of ["One", "Two", "Three"]) {
        await page.getByLabel("Title").fill(title);
        await framed(page, "On a phone", title);
      }
      await page.goBack();
      await page.getByRole("button", { name: "Leave without saving" }).click();
      await page.getByRole("tab", { name: "Audiences", selected: true }).waitFor();
    });

    test("is told why a change can't be shown, and still sees the page as it was", async () => {
      const { page } = await open(`/pages/${pageId}?tab=content&seen=yes`);
      await page.getByLabel("Title").fill("Fine");
      await framed(page, "On a phone", "Fine");
      await page.getByLabel("Title").fill("{{ nonsense }}");
      await page.getByText("Page › Title").first().waitFor();
      await framed(page, "On a phone", "Fine");
    });

    test("is told once, and by the field's own name, what the server refuses in it", async () => {
      const { page } = await open(`/pages/${await makePage(api())}?tab=content`);
      await page.getByLabel("Title").fill("Hello {{ person.shoeSize }}");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const told = page.getByRole("alert").filter({ hasText: "person.shoeSize" });
      const words = (await told.textContent()) ?? "";
      expect(words).toContain("Title has an unknown token person.shoeSize");
      expect(words.match(/shoeSize/g)).toHaveLength(1);
      expect(words).not.toContain("body.");
      await told.getByText(/^request_/).waitFor();
    });

    test("sees a page with a brand's font and logo before they are saved, in a brand that is there and in a new one", async () => {
      const upload = async (file: File) => (await api().call("createAsset", { body: { name: file.name }, file })).assetId;
      await upload(new File([new Uint8Array(fontFile("figtree", 400, "woff2"))], "House.woff2"));
      await upload(new File([png({ width: 64, height: 32 })], "Mark.png"));
      const { brandId } = await api().call("createBrand", { body: { name: "Halden" } });
      await makePage(api(), { name: "Branded", brandId, metadata: { title: "Hello {{ person.name }}" } });
      await makePage(api(), { name: "Newest" });
      const { page, complaints, settled } = await open("/brands");
      const dialog = page.getByRole("dialog");
      const shown = page.frameLocator('iframe[title="On a phone"]');
      const hasFont = () => shown.locator("body").evaluate(() => [...document.fonts].some(({ status }) => status === "loaded"));
      // A preview that changes is shown in a new frame, and the one that was just looked at may be gone.
      const notYet = () => false;
      const logo = shown.locator("header img");
      const chooseLogo = async () => {
        await dialog.getByRole("combobox", { name: "Logo", exact: true }).fill("Mark");
        await page.getByRole("option", { name: "Mark" }).click();
        await logo.waitFor();
        await until(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0).catch(notYet));
      };
      await page.getByRole("button", { name: "Edit" }).click();
      await shown.getByText("Halden").first().waitFor();
      expect(await dialog.getByRole("combobox", { name: "As it is seen on" }).inputValue()).toBe("Branded");
      expect(await hasFont()).toBe(false);
      await dialog.getByRole("combobox", { name: "Font file 1" }).fill("House");
      await page.getByRole("option", { name: "House" }).click();
      await until(() => hasFont().catch(notYet));
      await chooseLogo();
      await dialog.getByLabel("Main colour", { exact: true }).fill("#5713");
      await settled();
      expect(await dialog.getByRole("alert").count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, "console brand.png", { fullPage: true });
      expect(await api().call("getBrand", { params: { brand_id: brandId } })).toMatchObject({ logo: null, fontAssetIds: [] });
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Leave without saving" }).click();
      await page.getByRole("button", { name: "New brand" }).click();
      await shown.getByText("Your brand").first().waitFor();
      await chooseLogo();
      expect(complaints).toEqual([]);
    });

    test("sees what an audience's own values would change, and any page as a person who has none", async () => {
      const title = "Hello {{ audience.name }}";
      const named = await makePage(api(), { name: "Named" });
      await api().call("updatePage", { params: { page_id: named }, body: { title } });
      const { audience_id } = await makeAudience(api(), { personId: ada }, named);
      const { page, complaints } = await open(`/pages/${named}/audiences/${audience_id}?tab=overrides`);
      await page.getByLabel("Name", { exact: true }).fill("Countess");
      await framed(page, "On a phone", "Hello Countess");
      const { personId } = await api().call("createPerson", { body: { name: "Grace Hopper" } });
      await go(page, `/persons/${personId}?pageId=${named}`);
      await framed(page, "On a desktop", "Hello Grace Hopper");
      expect(complaints).toEqual([]);
    });
  });
});
