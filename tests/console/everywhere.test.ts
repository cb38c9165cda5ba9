import { beforeAll, expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { inConsole } from "../support/browser/console";
import { tenantIdOf } from "../support/database/rows";
import { makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { createKey } from "../support/service/tenants";

inConsole("somebody", ({ service, api, open, openAnew, go }) => {
  let pageId: string;
  const isInSight = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

  beforeAll(async () => {
    pageId = await makePage(api(), { name: "Spring in Berlin" });
  });

  test("makes a page, is told what is missing at its field, and finds the page again with the keyboard", async () => {
    const { page, complaints } = await open("/pages");
    await page.getByRole("button", { name: "New page" }).click();
    const dialog = page.getByRole("dialog");
    const name = dialog.getByLabel("Name");
    const proposed = () => name.evaluate((input) => getComputedStyle(input, "::placeholder").color);
    const before = await proposed();
    await dialog.getByRole("button", { name: "Make the page" }).click();
    await dialog.getByText("Please fill this in").first().waitFor();
    // What is only proposed does not look as if it were wrong.
    expect([await name.getAttribute("placeholder"), await proposed()]).toEqual(["Spring offer", before]);
    await name.fill("Winter in Oslo");
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

  test("loses no letter that is typed before the search box is there", async () => {
    const { page } = await open("/");
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await page.route("**/*.js", async (route) => {
      await Bun.sleep(500);
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("berlin");
    await until(async () => (await page.getByPlaceholder("Search pages, audiences").inputValue()) === "berlin");
    await page.getByText("Spring in Berlin").first().waitFor();
  });

  test("finds what is typed, however soon Enter follows, and not what was typed before", async () => {
    await makePage(api(), { name: "Autumn in Lisbon" });
    const { page } = await open("/");
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await page.keyboard.press("Control+k");
    const box = page.getByPlaceholder("Search pages, audiences");
    await box.fill("berlin");
    await page.getByText("Spring in Berlin").first().waitFor();
    await page.route("**/v0/search?*", async (route) => {
      await Bun.sleep(500);
      await route.continue();
    });
    await box.fill("lisbon");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Autumn in Lisbon" }).waitFor();
    // And goes on there with the keyboard.
    await page.locator("main:focus").waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("link", { name: "← Pages" }).and(page.locator(":focus")).waitFor();
  });

  test("who chooses in the palette where they are goes on there, and the keyboard stays on a link that is pressed later", async () => {
    const { page } = await open("/events");
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
    await page.keyboard.press("Control+k");
    const box = page.getByRole("textbox", { name: "Search everything" });
    await box.fill("events");
    await page.getByRole("button", { name: "Events" }).waitFor();
    await page.keyboard.press("Enter");
    await box.waitFor({ state: "hidden" });
    await page.locator("main:focus").waitFor();
    const link = page.getByRole("navigation").getByRole("link", { name: "Pages" });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Pages" }).waitFor();
    await page.waitForTimeout(200);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("sees in the menu where they are, however low the window is", async () => {
    const height = 480;
    const { page, complaints } = await open("/events", { viewport: { width: 1_280, height } });
    const link = page.getByRole("navigation").getByRole("link", { name: "Events" });
    await until(async () => {
      const { y = height, height: ofLink = 0 } = (await link.boundingBox()) ?? {};
      return y + ofLink <= height;
    });
    expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
    await go(page, "/");
    await until(async () => ((await page.getByRole("navigation").getByRole("link", { name: "Home" }).boundingBox())?.y ?? 0) > 0);
    expect(complaints).toEqual([]);
  });

  test("reads what an event happened to, and comes back to the event by its address", async () => {
    const { personId } = await api().call("createPerson", { body: { name: "Grace Hopper" } });
    const { page } = await open("/events");
    const row = page.getByRole("row").filter({ hasText: "Grace Hopper" });
    await row.getByRole("button", { name: "person created" }).click();
    const panel = page.getByRole("dialog", { name: "The event" });
    await panel.getByText(`"subjectId": "${personId}"`).waitFor();
    await page.reload();
    await panel.getByText(`"subjectId": "${personId}"`).waitFor();
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
    const all = page.getByLabel("Choose all that are listed so far");
    await all.check();
    await page.getByText("3 chosen").waitFor();
    await page.getByLabel("Choose Two").uncheck();
    expect(await all.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
    await page.getByRole("button", { name: "Choose none" }).click();
    await page.getByLabel("Search audiences").fill("nobody of this name");
    await page.getByRole("heading", { name: "Nothing fits" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("comes back to the rows they chose, and with a key that may only look chooses none", async () => {
    const bulk = await makePage(api(), { name: "Chosen" });
    for (const customName of ["One", "Two", "Three"]) await makeAudience(api(), { customName }, bulk);
    const { page, complaints } = await open(`/pages/${bulk}`);
    const chosen = async () => {
      const names = ["One", "Two", "Three"];
      const checked = await Promise.all(names.map((name) => page.getByLabel(`Choose ${name}`).isChecked()));
      return names.filter((_, index) => checked[index]);
    };
    await page.getByLabel("Choose One").check();
    await page.getByLabel("Choose Three").check();
    await page.waitForURL(/chosen=audience_\w+\.audience_\w+$/);
    const address = page.url();
    await page.reload();
    await page.getByText("2 chosen").waitFor();
    expect(await chosen()).toEqual(["One", "Three"]);
    await page.getByRole("link", { name: "Two" }).click();
    await page.getByRole("heading", { level: 1, name: "Two" }).waitFor();
    await page.goBack();
    await page.getByText("2 chosen").waitFor();
    await page.getByRole("button", { name: "Choose none" }).click();
    await page.getByLabel("Choose Two").check();
    await page.getByText("1 chosen").waitFor();
    expect(await chosen()).toEqual(["Two"]);
    await page.getByRole("button", { name: "Choose none" }).click();
    await page.waitForURL((url) => !url.searchParams.has("chosen"));
    for (const wrong of ["x", "..", "audience_<b>"]) {
      await go(page, `/pages/${bulk}?chosen=${encodeURIComponent(wrong)}`);
      await page.getByLabel("Choose One").waitFor();
      expect(await page.getByText(/^\d+ chosen/).count()).toBe(0);
    }
    expect(complaints).toEqual([]);
    const { db } = service();
    const key = await createKey(db, await tenantIdOf(db, api()), ["pages:read", "audiences:read"]);
    await using looking = await openAnew(address.slice(address.indexOf("/console") + "/console".length), {}, key);
    await looking.page.getByRole("link", { name: "One" }).waitFor();
    expect(await looking.page.getByRole("toolbar").count()).toBe(0);
  });

  test("has no link chosen that is gone, though an address of before names it", async () => {
    const { audience_id: audienceId } = await makeAudience(api(), { customName: "Gone" });
    const linked = (path: string) =>
      api().call("createPageLink", { body: { path, target: { targetType: "audience", audienceId } } });
    const [stays, gone] = [await linked("stays"), await linked("gone")].map(({ pageLinkId }) => pageLinkId) as [string, string];
    await api().call("deletePageLink", { params: { page_link_id: gone } });
    const { page } = await open(`/links?chosen=${stays}.${gone}.page_link_1`);
    await page.getByText("1 chosen").waitFor();
    await page.waitForURL((url) => url.searchParams.get("chosen") === stays);
  });

  test("deletes no asset for good by putting it into the trash: chosen by an old address, already there, or with two clicks", async () => {
    const upload = async (name: string) => {
      const file = new File([name], `${name}.txt`, { type: "text/plain" });
      return (await api().call("createAsset", { body: { name, assetType: "custom-component" }, file })).assetId;
    };
    const ids = [await upload("before"), await upload("meanwhile"), await upload("twice")] as const;
    const trash = (asset_id: string) => api().call("deleteAsset", { params: { asset_id } });
    await trash(ids[0]);
    const { page } = await open(`/assets?chosen=${ids[0]}.${ids[1]}`);
    await page.getByText("1 chosen").waitFor();
    await trash(ids[1]);
    await page.getByRole("button", { name: "Trash them" }).click();
    await page.getByText("1 in the trash").waitFor();
    const card = page.locator(".mantine-Card-root").filter({ hasText: "twice" });
    await card.getByRole("button", { name: "Trash" }).dblclick();
    await page.getByText("In the trash", { exact: true }).waitFor();
    for (const asset_id of ids) {
      const { trashedAt, deletedAt } = await api().call("getAsset", { params: { asset_id } });
      expect({ isTrashed: trashedAt !== null, deletedAt }).toEqual({ isTrashed: true, deletedAt: null });
    }
  });

  test("stays where they are on a long screen when they choose, filter or open something", async () => {
    for (const name of ["one", "two", "three", "four", "five", "six", "seven", "eight"]) {
      const file = new File([name], `${name}.txt`, { type: "text/plain" });
      await api().call("createAsset", { body: { name, assetType: "custom-component" }, file });
    }
    const { page } = await open("/assets", { viewport: { width: 390, height: 500 } });
    const box = page.getByLabel("Choose one", { exact: true });
    await box.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(100);
    await box.check();
    await page.waitForURL(/chosen=asset_/);
    await page.getByText("1 chosen").waitFor();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await page.locator(".mantine-Card-root").filter({ has: box }).getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });

  test("sees a page beside its forms while they type, below them on a phone, and is led there", async () => {
    const { page } = await open(`/pages/${pageId}?tab=content`);
    await page.getByRole("button", { name: "See it as they do" }).click();
    const seen = page.getByRole("heading", { name: "As they see it" });
    await seen.waitFor();
    await page.getByRole("button", { name: "Add a script" }).scrollIntoViewIfNeeded();
    expect(await isInSight(seen)).toBe(true);
    await page.getByRole("button", { name: "Hide" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "See it as they do" }).click();
    await until(() => isInSight(seen));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("is told how many of several failed and why, and tries those again", async () => {
    const bulk = await makePage(api(), { name: "Some fail" });
    const { audience_id: one } = await makeAudience(api(), { customName: "One" }, bulk);
    for (const customName of ["Two", "Three"]) await makeAudience(api(), { customName }, bulk);
    const { page } = await open(`/pages/${bulk}`);
    await page.getByLabel("Choose all that are listed so far").check();
    await page.route(/\/audiences\/[^/]+$/, (route) => {
      const isRefused = route.request().method() === "DELETE" && !route.request().url().endsWith(one);
      return isRefused ? route.abort() : route.continue();
    });
    const archive = page.getByRole("toolbar").getByRole("button", { name: "Archive" });
    await archive.click();
    const told = page.getByRole("alert").filter({ hasText: "2 of 3 failed" });
    await told.getByText("Foyer does not answer (2 times)").waitFor();
    await told.getByText("They are still chosen").waitFor();
    await page.getByText("2 chosen").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unrouteAll();
    await archive.click();
    await page.getByText("2 archived").waitFor();
    await told.waitFor({ state: "hidden" });
  });

  test("with a key that may only read sees no button that would be refused", async () => {
    const { db } = service();
    const scopes = ["pages:read", "audiences:read", "persons:read", "topics:read", "settings:read"] as const;
    const key = await createKey(db, await tenantIdOf(db, api()), scopes);
    const imprint = { id: "imprint", text: "Imprint", url: "https://acme.example/imprint" };
    const footerLinks = [{ id: "legal", title: "Legal", links: [imprint] }];
    await api().call("updatePage", { params: { page_id: pageId }, body: { footerLinks } });
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
    await page
      .getByRole("row", { name: /^Footer links/ })
      .getByText("Imprint (https://acme.example/imprint)")
      .waitFor();
    await go(page, "/persons");
    await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
    expect(await page.getByRole("button", { name: "New person" }).count()).toBe(0);
    await go(page, "/settings");
    await page.getByText("What is kept of visits").waitFor();
    await page.getByText("Everything", { exact: true }).waitFor();
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
