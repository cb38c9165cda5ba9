import { beforeEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { inConsole } from "../support/browser/console";
import { makeAudience, makePage, readAudience } from "../support/features/versions";
import { until } from "../support/service/jobs";

inConsole("what somebody types and has not saved", ({ api, open }) => {
  let pageId: string;

  beforeEach(async () => {
    pageId = await makePage(api(), { name: "Spring in Berlin" });
  });

  const stored = () => api().call("getPage", { params: { page_id: pageId } });
  const saveTexts = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
  // With the keyboard: notices may be before it.
  const saveActions = (page: Page) => page.getByRole("button", { name: "Save the actions" }).press("Enter");
  const titleOf = (page: Page) => page.getByLabel("Title").inputValue();

  /** Notices in a form; what the whole page says of itself is above the tabs. */
  const alerts = (page: Page) => page.locator("form").getByRole("alert").count();

  /** After any change, whatever is on the screen is read again. */
  async function readAgain(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Show to visitors" }).click();
    await page.getByRole("button", { name: "Hide from visitors" }).waitFor();
  }

  test("stays when other parts of the page are saved, and can be saved after that", async () => {
    const { page, complaints } = await open(`/pages/${pageId}?tab=content`);
    await page.getByLabel("Title").fill("Half written");
    await page.getByRole("button", { name: "Add an action" }).click();
    await page.getByLabel("Button").fill("Buy");
    await page.getByLabel("Where to").fill("https://shop.example");
    await saveActions(page);
    await until(async () => (await stored()).actions.length === 1);
    await readAgain(page);
    expect(await titleOf(page)).toBe("Half written");
    await page.getByLabel("Button").fill("Buy now");
    await saveTexts(page);
    await until(async () => (await stored()).title === "Half written");
    expect(await page.getByLabel("Button").inputValue()).toBe("Buy now");
    await saveActions(page);
    await until(async () => (await stored()).actions[0]?.buttonTitle === "Buy now");
    expect((await stored()).title).toBe("Half written");
    expect(complaints).toEqual([]);
  });

  test("stays when a colleague saves the same texts, overwrites nothing, and theirs can be taken", async () => {
    const { page } = await open(`/pages/${pageId}?tab=content`);
    await page.getByLabel("Title").fill("Mine");
    await api().call("updatePage", { params: { page_id: pageId }, body: { title: "Theirs" } });
    await saveTexts(page);
    await page.getByText("Somebody else has saved this while you were typing").waitFor();
    expect(await alerts(page)).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await readAgain(page);
    expect(await titleOf(page)).toBe("Mine");
    const refused = page.waitForResponse((response) => response.status() === 412);
    await saveTexts(page);
    await refused;
    expect((await stored()).title).toBe("Theirs");
    expect(await titleOf(page)).toBe("Mine");
    await page.getByRole("button", { name: "Discard mine and show theirs" }).click();
    await until(async () => (await titleOf(page)) === "Theirs");
    await page.getByLabel("Title").fill("Both");
    await saveTexts(page);
    await until(async () => (await stored()).title === "Both");
  });

  test("is saved at the second try when a colleague has saved something beside it, and one notice says so", async () => {
    const { page } = await open(`/pages/${pageId}?tab=content`);
    await page.getByLabel("Title").fill("Mine");
    await api().call("updatePage", {
      params: { page_id: pageId },
      body: { footerLinks: [{ id: "theirs", title: "Theirs", links: [] }] },
    });
    await saveTexts(page);
    await page.getByText("Save it once more: it changes nothing of theirs").waitFor();
    expect(await alerts(page)).toBe(1);
    await saveTexts(page);
    await until(async () => (await stored()).title === "Mine");
    expect((await stored()).footerLinks).toHaveLength(1);
    await until(async () => (await alerts(page)) === 0);
  });

  test("is saved with the keyboard alone: the focus stays at the field or button", async () => {
    const { page } = await open(`/pages/${pageId}?tab=content`);
    const [title, save] = [page.getByLabel("Title"), page.getByRole("button", { name: "Save", exact: true })];
    const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
    await title.fill("At the field");
    await title.press("Enter");
    await until(async () => (await stored()).title === "At the field");
    await until(() => save.isEnabled());
    expect(await hasFocus(title)).toBe(true);
    await page.keyboard.type(" and on");
    await save.press("Enter");
    await until(async () => (await stored()).title === "At the field and on");
    await until(() => save.isEnabled());
    await until(() => hasFocus(save));
  });

  test("may be a page's type, language and order of topics, and what is saved is shown again", async () => {
    const { page, complaints } = await open(`/pages/${pageId}?tab=content`);
    const field = (name: string) => page.getByRole("combobox", { name });
    const choose = async (name: string, option: string) => {
      await field(name).click();
      await page.getByRole("option", { name: option }).click();
    };
    await choose("Type", "sales deck");
    await choose("Order of its topics", "The best match");
    await field("Language").fill("pl");
    await page.getByRole("option", { name: "Polish (pl)" }).click();
    await saveTexts(page);
    await until(async () => (await stored()).pageType === "sales_deck");
    await page.getByText("Saved, live with the next versions").waitFor();
    await page.reload();
    await until(async () => (await field("Language").inputValue()) === "Polish (pl)");
    expect(await field("Order of its topics").inputValue()).toBe("The best match for each audience first");
    await page.getByLabel("No language").click();
    await saveTexts(page);
    await page.getByText("Saved, live with the next versions").waitFor();
    const { fields } = await api().call("previewPage", { params: { page_id: pageId }, body: {} });
    expect(fields.find(({ field: name }) => name === "language")?.value).toBeNull();
    expect(await page.getByText("Somebody else has saved this").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("is not in the way of what a colleague saves before anything is typed", async () => {
    const { page } = await open(`/pages/${pageId}?tab=content`);
    await page.getByLabel("Title").waitFor();
    await api().call("updatePage", { params: { page_id: pageId }, body: { title: "Theirs" } });
    await readAgain(page);
    await until(async () => (await titleOf(page)) === "Theirs");
  });

  test("is lost only if they say so, when they go to another tab or screen or close the console", async () => {
    const { page, complaints } = await open(`/pages/${pageId}?tab=content`);
    await page.getByLabel("Title").fill("Half written");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    for (const leave of [page.getByRole("tab", { name: "Topics" }), page.getByRole("link", { name: "Persons" })]) {
      await leave.click();
      await question.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await question.getByRole("button", { name: "Stay here" }).click();
      await question.waitFor({ state: "hidden" });
      expect(await titleOf(page)).toBe("Half written");
    }
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await saveTexts(page);
    await until(async () => (await stored()).title === "Half written");
    await page.getByText("Saved, live with the next versions").waitFor();
    await page.getByRole("tab", { name: "Topics" }).click();
    await page.getByRole("tab", { name: "Topics", selected: true }).waitFor();
    await page.getByRole("tab", { name: "Content" }).click();
    await page.getByLabel("Title").fill("Never mind");
    await page.getByRole("link", { name: "Persons" }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
    expect((await stored()).title).toBe("Half written");
    expect(complaints).toEqual([]);
  });

  test("stays for an audience too, whatever else is done to the audience", async () => {
    const place = await makeAudience(api(), {}, pageId);
    const { page } = await open(`/pages/${pageId}/audiences/${place.audience_id}?tab=overrides`);
    const known = page.getByLabel("What else is known about them");
    await known.fill("Likes anvils");
    await api().call("updateAudience", { params: place, body: { customName: "Theirs" } });
    await page.getByRole("button", { name: "Build a new version" }).click();
    await page.getByText("Somebody else has saved this while you were typing").waitFor();
    expect(await known.inputValue()).toBe("Likes anvils");
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Discard mine and show theirs" }).click();
    await known.fill("Likes anvils");
    await saveTexts(page);
    await until(async () => (await readAudience(api(), place)).supplementaryContext === "Likes anvils");
    expect((await readAudience(api(), place)).customName).toBe("Theirs");
  });

  test("stays in the settings too, beside what a colleague has changed there", async () => {
    const { page } = await open("/settings");
    const days = page.getByLabel("Days for which");
    await days.fill("17");
    await page.getByRole("combobox", { name: "Time zone" }).fill("berlin");
    await page.getByRole("option", { name: "Europe/Berlin" }).click();
    await page.getByRole("link", { name: "Persons" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    await api().call("updateSettings", { body: { defaultLanguage: "fr" } });
    await saveTexts(page);
    await until(async () => (await page.getByRole("combobox", { name: "Language" }).inputValue()) === "French (fr)");
    expect(await api().call("getSettings", {})).toMatchObject({
      rawEventDays: 17,
      timezone: "Europe/Berlin",
      defaultLanguage: "fr",
    });
    await api().call("updateSettings", { body: { defaultLanguage: "en" } });
  });

  test("stays and overwrites nothing among a page's topics too", async () => {
    const make = async (title: string) => (await api().call("createTopic", { body: { title } })).topicId;
    const [mine, theirs] = [await make("Prices of mine"), await make("Prices of theirs")];
    const { page, complaints } = await open(`/pages/${pageId}?tab=topics`);
    await page.getByRole("checkbox", { name: "Prices of mine" }).click();
    await page.getByRole("tab", { name: "Content" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [theirs] } });
    await page.getByRole("button", { name: "Save the topics" }).press("Enter");
    await page.getByRole("button", { name: "Discard mine and show theirs" }).click();
    await page.getByRole("button", { name: "More for Prices of theirs" }).waitFor();
    await page.getByRole("checkbox", { name: "Prices of mine" }).click();
    await page.getByRole("button", { name: "Save the topics" }).press("Enter");
    const attached = () => api().call("getPageTopics", { params: { page_id: pageId } });
    await until(async () => (await attached()).topicIds.join() === [theirs, mine].join());
    await until(() => page.getByRole("button", { name: "Save the topics" }).isDisabled());
    await page.getByRole("tab", { name: "Content" }).click();
    await page.getByLabel("Title").waitFor();
    expect(complaints.filter((complaint) => !complaint.includes("412"))).toEqual([]);
  });
});
