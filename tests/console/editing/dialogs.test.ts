import { beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, takePicture } from "../../support/browser/browser";
import { goWithin, signedIn } from "../../support/browser/console";
import { makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "de-DE" } as const;

/** Whether somebody sees it without scrolling. */
function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

inBrowser("in the console, a form in a dialog", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  let brandId: string;

  beforeAll(async () => {
    ({ brandId } = await api().call("createBrand", { body: { name: "Acme" } }));
  });

  const open = (options = {}) => signedIn(browser(), service().origin, api().key, options);
  const dialog = (page: Page) => page.getByRole("dialog").filter({ has: page.getByLabel("Name") });
  const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
  const stored = async () => (await api().call("getBrand", { params: { brand_id: brandId } })).name;
  const takeTheirs = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Discard mine and show theirs" });
  const dialogIn = (page: Page) => new URL(page.url()).searchParams.get("dialog");

  test("that was opened from what is gone when it closes leaves the focus in the page", async () => {
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, "/console/domains");
    const opening = page
      .getByText("No domains yet")
      .locator("xpath=ancestor::main")
      .getByRole("button", { name: "New domain" })
      .last();
    await opening.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Domain").fill("hello.example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "hello.example.com" }).waitFor();
    const isInPage = () => page.evaluate(() => document.querySelector("main")?.contains(document.activeElement) === true);
    await until(isInPage);
  });

  test("asks before what was typed is lost, however somebody closes it", async () => {
    await using watched = await open(phone);
    const { page, complaints } = watched;
    // Loaded anew, because the router can undo a step back only to places that it led to itself.
    await page.goto(`${service().origin}/console/brands`);
    await page.getByRole("button", { name: "New brand" }).click();
    const name = dialog(page).getByLabel("Name");
    await name.fill("Half written");
    const ways = [
      () => page.keyboard.press("Escape"),
      () => dialog(page).getByRole("button", { name: "Close" }).click(),
      () => dialog(page).getByRole("button", { name: "Cancel" }).click(),
      () => page.goBack(),
    ];
    for (const leave of ways) {
      await leave();
      await question(page).waitFor();
      await page.keyboard.press("Escape");
      await question(page).waitFor({ state: "hidden" });
      expect(await name.inputValue()).toBe("Half written");
    }
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console dialog asks on a phone.png");
    await question(page).getByRole("button", { name: "Leave without saving" }).click();
    await dialog(page).waitFor({ state: "hidden" });
    const { items } = await api().call("listBrands", {});
    expect(items.filter((brand) => brand.name === "Half written")).toEqual([]);
    await page.getByRole("button", { name: "New brand" }).click();
    expect(await name.inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  test("of an account, a webhook, a domain, a key or a form has Cancel, too", async () => {
    const { accountId } = await api().call("createAccount", { body: { domain: "engines.example" } });
    const { subscriptionId } = await api().call("createWebhookSubscription", {
      body: { url: "https://a.example/", events: ["*"] },
    });
    await using watched = await open();
    const { page } = watched;
    const existing = [`accounts/${accountId}?dialog=edit`, `webhooks/${subscriptionId}?dialog=edit`];
    for (const address of [...existing, "domains?dialog=new", "webhooks?dialog=new", "keys?dialog=new", "forms?dialog=new"]) {
      await goWithin(page, `/console/${address}`);
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
  });

  test("asks nothing once it is saved, also when it leads to another screen", async () => {
    await using watched = await open();
    const { page, settled } = watched;
    await goWithin(page, `/console/brands?dialog=edit-${brandId}`);
    await dialog(page).getByLabel("Name").fill("Acme, Inc.");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect(await stored()).toBe("Acme, Inc.");
    await goWithin(page, "/console/pages");
    await page.getByRole("button", { name: "New page" }).first().click();
    await page.getByLabel("Name").fill("Autumn");
    await page.getByLabel("What it is about").fill("Leaves");
    await page.getByRole("button", { name: "Make the page" }).click();
    await page.getByRole("heading", { level: 1, name: "Autumn" }).waitFor();
    await settled();
    expect(await question(page).count()).toBe(0);
  });

  test("overwrites nothing that a colleague saved after it was opened", async () => {
    await using watched = await open();
    const { page, settled } = watched;
    await goWithin(page, `/console/brands?dialog=edit-${brandId}`);
    await dialog(page).getByLabel("Name").fill("Mine");
    await api().call("updateBrand", { params: { brand_id: brandId }, body: { name: "Theirs" } });
    // As when somebody comes back to the console from another window: whatever is shown is read again.
    await page.waitForTimeout(5_100);
    const readAgain = page.waitForResponse((response) => response.url().includes("/v0/brands?"));
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await readAgain;
    await settled();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).getByText("Somebody else has saved this while you were typing").waitFor();
    expect(await dialog(page).getByRole("alert").count()).toBe(1);
    expect(await stored()).toBe("Theirs");
    expect(await dialog(page).getByLabel("Name").inputValue()).toBe("Mine");
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console dialog outdated.png");
    // Beside what was pressed: the form is longer than the screen.
    expect(await isInSight(takeTheirs(page))).toBe(true);
    await takeTheirs(page).click();
    await until(async () => (await dialog(page).getByLabel("Name").inputValue()) === "Theirs");
    await dialog(page).getByLabel("Name").fill("Both");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect(await stored()).toBe("Both");
  });

  test("says nothing of a colleague's change that it shows already", async () => {
    const { formId } = await api().call("createForm", { body: { name: "Before", fields: [] } });
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, `/console/forms?dialog=edit-${formId}`);
    const name = dialog(page).getByRole("textbox", { name: "Name", exact: true });
    await until(async () => (await name.inputValue()) === "Before");
    await api().call("updateForm", { params: { form_id: formId }, body: { name: "Theirs" } });
    const refused = page.waitForResponse((response) => response.status() === 412);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await refused;
    await until(async () => (await name.inputValue()) === "Theirs");
    await name.fill("Theirs and mine");
    expect(await dialog(page).getByRole("alert").count()).toBe(0);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "hidden" });
  });

  test("offers a colleague's form, topic, entry, person or asset in place of what can't be saved", async () => {
    const { formId } = await api().call("createForm", { body: { name: "Before", fields: [] } });
    const { topicId } = await api().call("createTopic", { body: { title: "Before" } });
    const body = { content: { type: "text" as const, content: "Before" } };
    const { topicEntryId } = await api().call("createTopicEntry", { params: { topic_id: topicId }, body });
    const theirs = { type: "text" as const, content: "Theirs" };
    const { personId } = await api().call("createPerson", { body: { name: "Before" } });
    const { assetId } = await api().call("createAsset", { file: new File(["a line"], "before.txt") });
    const edits = [
      {
        address: `/console/forms?dialog=edit-${formId}`,
        label: "Name",
        change: () => api().call("updateForm", { params: { form_id: formId }, body: { name: "Theirs" } }),
      },
      {
        address: `/console/topics/${topicId}?dialog=edit`,
        label: "Title",
        change: () => api().call("updateTopic", { params: { topic_id: topicId }, body: { title: "Theirs" } }),
      },
      {
        address: `/console/topics/${topicId}?dialog=edit-${topicEntryId}`,
        label: "Content",
        change: () =>
          api().call("updateTopicEntry", {
            params: { topic_id: topicId, entry_id: topicEntryId },
            body: { content: theirs },
          }),
      },
      {
        address: `/console/persons/${personId}?dialog=edit`,
        label: "Name",
        change: () =>
          api().call("updatePerson", {
            params: { person_id: personId },
            body: { name: "Theirs", phoneNumber: "+493012345678" },
          }),
      },
      {
        address: `/console/assets?dialog=edit-${assetId}`,
        label: "Name",
        change: () => api().call("updateAsset", { params: { asset_id: assetId }, body: { name: "Theirs", purpose: "Theirs" } }),
      },
    ];
    await using watched = await open();
    const { page } = watched;
    for (const { address, label, change } of edits) {
      await goWithin(page, address);
      const input = page.getByRole("dialog").getByLabel(label);
      await input.fill("Mine");
      await change();
      const save = page.getByRole("dialog").getByRole("button", { name: "Save" });
      await save.click();
      await takeTheirs(page).click();
      await until(async () => (await input.inputValue()) === "Theirs");
      await input.fill("Both");
      await save.click();
      await input.waitFor({ state: "hidden" });
    }
    const entry = await api().call("getTopicEntry", { params: { topic_id: topicId, entry_id: topicEntryId } });
    expect(entry.content.content).toBe("Both");
    const both = [
      await api().call("getPerson", { params: { person_id: personId } }),
      await api().call("getAsset", { params: { asset_id: assetId } }),
    ];
    expect(both).toMatchObject([
      { name: "Both", phoneNumber: "+493012345678" },
      { name: "Both", purpose: "Theirs" },
    ]);
  });

  test("leaves what a colleague has changed beside it", async () => {
    const events = ["person.updated"];
    const { subscriptionId } = await api().call("createWebhookSubscription", {
      body: { url: "https://a.example/", events: ["*"] },
    });
    const params = { subscription_id: subscriptionId };
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, `/console/webhooks/${subscriptionId}?dialog=edit`);
    const address = page.getByRole("dialog").getByLabel("Address");
    await address.fill("https://b.example/");
    await api().call("updateWebhookSubscription", { params, body: { events } });
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await address.waitFor({ state: "hidden" });
    const stored = await api().call("getWebhookSubscriptionDetails", { params });
    expect(stored).toMatchObject({ url: "https://b.example/", events });
  });

  test("keeps a chosen person too until somebody says so", async () => {
    await api().call("createPerson", { body: { name: "Ada Lovelace", email: "ada@engines.example" } });
    const pageId = await makePage(api(), { name: "Spring" });
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, `/console/pages/${pageId}?dialog=new`);
    await page.getByRole("combobox", { name: "Person" }).fill("Ada");
    await page.getByRole("option", { name: /Ada Lovelace/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await question(page).getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Make their page" }).click();
    await page.getByText("Built. Visitors see it once the page is shown to them").waitFor();
    expect(await question(page).count()).toBe(0);
  });

  test("is in the address, however far down its record is in the list, and the browser's Back closes it", async () => {
    for (let made = 0; made < 100; made += 1) await api().call("createBrand", { body: { name: `Other ${made}` } });
    await using watched = await open();
    const { page, complaints } = watched;
    await goWithin(page, `/console/brands?dialog=edit-${brandId}`);
    await until(async () => (await dialog(page).getByLabel("Name").inputValue()) === (await stored()));
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect(dialogIn(page)).toBeNull();
    await page.getByRole("button", { name: "New brand" }).click();
    await dialog(page).waitFor();
    expect(dialogIn(page)).toBe("new");
    await page.goBack();
    await dialog(page).waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });
});
