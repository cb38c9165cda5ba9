import { beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { inConsole } from "../../support/browser/console";
import { makeAudience, makePage } from "../../support/features/versions";

/** Answers come late enough for two clicks. */
const lateMs = 400;

inConsole("a double click on a slow network", ({ api, open }) => {
  let pageId: string;
  let audienceId: string;

  beforeAll(async () => {
    await api().call("createTopic", { body: { title: "Prices" } });
    pageId = await makePage(api(), { name: "Spring" });
    audienceId = (await makeAudience(api(), {}, pageId)).audience_id;
  });

  /** The changes that a double click sends, each with the status of its answer. */
  async function changesOf(page: Page, button: Locator, path: RegExp): Promise<number[]> {
    const answers: number[] = [];
    await page.route(/\/v0\//, async (route) => {
      await Bun.sleep(lateMs);
      const response = await route.fetch();
      if (route.request().method() !== "GET" && path.test(route.request().url())) answers.push(response.status());
      await route.fulfill({ response });
    });
    await button.dblclick();
    await page.waitForTimeout(3 * lateMs);
    await page.unrouteAll({ behavior: "wait" });
    return answers;
  }

  test("saves actions and topics once, and blames nobody", async () => {
    const { page } = await open(`/pages/${pageId}?tab=content`);
    await page.getByRole("button", { name: "Add an action" }).click();
    await page.getByLabel("Button").fill("Buy");
    await page.getByLabel("Where to").fill("https://shop.example");
    const savesActions = page.getByRole("button", { name: "Save the actions" });
    expect(await changesOf(page, savesActions, /pages\/[^/]+$/)).toEqual([200]);
    await page.getByRole("tab", { name: "Topics" }).click();
    await page.getByLabel("Prices").click();
    expect(await changesOf(page, page.getByRole("button", { name: "Save the topics" }), /topics$/)).toEqual([200]);
    expect(await page.getByText("Somebody has changed").count()).toBe(0);
  });

  test("builds one version", async () => {
    const { page } = await open(`/pages/${pageId}/audiences/${audienceId}`);
    const builds = page.getByRole("button", { name: "Build a new version" });
    expect(await changesOf(page, builds, /versions$/)).toEqual([201]);
  });

  test("makes one key", async () => {
    const { page } = await open("/keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("CRM sync");
    await dialog.getByLabel("May do everything").check();
    await dialog.getByLabel("Your own API key").fill(api().key);
    expect(await changesOf(page, dialog.getByRole("button", { name: "Make the key" }), /api_keys$/)).toEqual([201]);
    await dialog.getByText("Here is the key").waitFor();
  });
});
