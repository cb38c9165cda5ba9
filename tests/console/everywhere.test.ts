import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { axeViolations } from "../support/browser/axe";
import { inConsole } from "../support/browser/console";
import { tenantIdOf } from "../support/database/rows";
import { makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { createKey } from "../support/service/tenants";

setDefaultTimeout(60_000);

inConsole("somebody", ({ service, api, open, openAnew, go }) => {
  let pageId: string;

  beforeAll(async () => {
    pageId = await makePage(api(), { name: "Spring in Berlin" });
  });

  test("makes a page, is told what is missing at its field, and finds the page again with the keyboard", async () => {
    const { page, complaints } = await open("/pages");
    await page.getByRole("button", { name: "New page" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Make the page" }).click();
    await dialog.getByText("Please fill this in").first().waitFor();
    await dialog.getByLabel("Name").fill("Winter in Oslo");
    await dialog.getByLabel("What it is about").fill("Skis");
    await dialog.getByRole("button", { name: "Make the page" }).click();
    await page.getByRole("heading", { level: 1, name: "Winter in Oslo" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search everything" }).waitFor();
    await page.getByPlaceholder("Search pages, audiences").fill("berlin");
    await page.getByText("Spring in Berlin").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Spring in Berlin" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("drags topics and entries into their order, or moves them with a menu", async () => {
    const topic = async (title: string) => (await api().call("createTopic", { body: { title } })).topicId;
    const topicIds = [await topic("First"), await topic("Second"), await topic("Third")];
    const params = { page_id: pageId };
    await api().call("setPageTopics", { params, body: { topicIds } });
    const { page, complaints } = await open(`/pages/${pageId}?tab=topics`);
    const rows = page.locator(".sortable-row");
    await rows
      .filter({ hasText: "Third" })
      .locator(".grip")
      .dragTo(rows.filter({ hasText: "First" }));
    await page.getByRole("button", { name: "More for First" }).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
    await page.getByRole("button", { name: "Save the topics" }).click();
    const [first, second, third] = topicIds as [string, string, string];
    await until(async () => (await api().call("getPageTopics", { params })).topicIds.join() === [third, second, first].join());
    await until(() => page.getByRole("button", { name: "Save the topics" }).isDisabled());
    const topicParams = { topic_id: first };
    for (const content of ["One", "Two"]) {
      await api().call("createTopicEntry", { params: topicParams, body: { content: { type: "text", content } } });
    }
    await go(page, `/topics/${first}`);
    await rows
      .filter({ hasText: "Two" })
      .locator(".grip")
      .dragTo(rows.filter({ hasText: "One" }));
    await until(async () => (await api().call("getTopic", { params: topicParams })).entries[0]?.content.content === "Two");
    expect(complaints).toEqual([]);
  });

  test("opens a form, a question before something is deleted, and the code of the screen, all of them accessible", async () => {
    await api().call("createForm", { body: { name: "Doomed", fields: [] } });
    const { page, complaints } = await open("/forms");
    const doomed = page.locator(".mantine-Card-root").filter({ hasText: "Doomed" });
    const buttons = [
      page.getByRole("button", { name: "New form" }),
      doomed.getByRole("button", { name: "Delete" }),
      page.getByRole("button", { name: "What this screen just did" }),
    ];
    const dialog = page.getByRole("dialog");
    for (const button of buttons) {
      await button.click();
      await dialog.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.waitFor({ state: "hidden" });
    }
    expect(complaints).toEqual([]);
  });

  test("archives several audiences at once, and takes it back", async () => {
    const bulk = await makePage(api(), { name: "Bulk" });
    for (const customName of ["One", "Two", "Three"]) await makeAudience(api(), { customName }, bulk);
    const archived = async () => {
      const { items } = await api().call("listAudiences", { params: { page_id: bulk } });
      return items.filter(({ archivedAt }) => archivedAt !== null).map(({ effectiveName }) => effectiveName);
    };
    const { page, complaints } = await open(`/pages/${bulk}`);
    await page.getByLabel("Choose One").check();
    await page.getByLabel("Choose Three").check();
    await page.getByText("2 chosen").waitFor();
    await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
    await page.getByText("2 archived").waitFor();
    expect((await archived()).toSorted()).toEqual(["One", "Three"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await archived()).length === 0);
    expect(complaints).toEqual([]);
  });

  test("with a key that may only read sees no button that would be refused", async () => {
    const { db } = service();
    const scopes = ["pages:read", "audiences:read", "persons:read", "topics:read"] as const;
    const key = await createKey(db, await tenantIdOf(db, api()), scopes);
    await using watched = await openAnew(`/pages/${pageId}`, {}, key);
    const { page, complaints } = watched;
    await page.getByRole("heading", { level: 1, name: "Spring in Berlin" }).waitFor();
    for (const name of ["Archive", "New audience", "Show to visitors", "Import CSV"]) {
      expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
    }
    await go(page, `/pages/${pageId}?tab=content`);
    await page.getByRole("button", { name: "See it as they do" }).click();
    await page.getByTitle("On a phone").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    await go(page, "/persons");
    await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
    expect(await page.getByRole("button", { name: "New person" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("follows versions while they are built for all, to the last", async () => {
    const audiences = 30;
    const published = await makePage(api(), { name: "Built for many" });
    for (let made = 0; made < audiences; made += 1) await makeAudience(api(), {}, published);
    const { page } = await open(`/pages/${published}?tab=publishing`);
    await page.getByRole("button", { name: "Build a new version for every audience" }).click();
    await page.getByText(`${audiences} of ${audiences} built`).waitFor();
  });
});
