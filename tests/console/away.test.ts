import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { inConsole } from "../support/browser/console";
import { ask, publish } from "../support/features/questions";
import { makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";

const slow = "Foyer takes long to answer";

/** Answers that are held back until they are let through. */
function slowFoyer(page: Page) {
  const held: (() => unknown)[] = [];
  const hold = () =>
    page.route("**/v0/**", async (route) => {
      await new Promise<void>((goOn) => held.push(goOn));
      await route.continue().catch(() => {});
    });
  const answer = async () => {
    await page.unroute("**/v0/**");
    for (const goOn of held.splice(0)) goOn();
    await page.getByText(slow).first().waitFor({ state: "detached" });
  };
  return { hold, answer };
}

inConsole("while Foyer does not answer, somebody", ({ service, api, open, openAnew, go }) => {
  let pageId: string;
  let accountId: string;
  let audience: string;

  beforeAll(async () => {
    pageId = await makePage(api(), { name: "Spring" });
    ({ accountId } = await api().call("createAccount", { body: { domain: "spring.example" } }));
    audience = `/pages/${pageId}/audiences/${(await makeAudience(api(), {}, pageId)).audience_id}`;
  });

  const screens: [string, () => string, RegExp][] = [
    ["domains", () => "/domains", /domains\?/],
    ["assets", () => "/assets", /assets\?/],
    ["the trash", () => "/assets?tab=trash", /trash\?/],
    ["forms", () => "/forms", /forms\?/],
    ["what was published", () => `/pages/${pageId}?tab=publishing`, /batches\?/],
    ["a page's topics", () => `/pages/${pageId}?tab=topics`, /v0\/topics\?/],
    ["an account's log", () => `/accounts/${accountId}?tab=logs`, /logs\?/],
    ["an audience's fields", () => `${audience}?tab=fields`, /effective$/],
    ["an audience's versions", () => `${audience}?tab=versions`, /versions\?/],
  ];

  test("has what could not be read as soon as it is back, without a click, and is told so", async () => {
    const { page } = await open("/keys");
    await page.route("**/v0/**", (route) => route.abort());
    await go(page, "/pages");
    await page.getByText("it is asked again every few seconds").first().waitFor();
    await page.unroute("**/v0/**");
    await page.getByRole("link", { name: "Spring" }).waitFor();
    await page.getByText("Foyer answers again").waitFor();
    expect(await page.getByText("Foyer does not answer").count()).toBe(0);
  });

  test("who goes to a screen whose code was not loaded yet stays in the console, is told so, and is there once it is back", async () => {
    // Not in the tab of the other tests, which has loaded screens before.
    await using watched = await openAnew("/keys");
    const { page } = watched;
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await page.route("**/*", (route) => route.abort());
    await page.getByRole("link", { name: "Topics" }).click();
    await page.getByText("it is asked again every few seconds").first().waitFor();
    await page.getByRole("navigation").first().waitFor();
    await page.unroute("**/*");
    await page.getByRole("heading", { name: "Topics", exact: true }).waitFor();
    await page.getByText("Foyer answers again").waitFor();
    expect(await page.getByText("Foyer does not answer").count()).toBe(0);
  });

  test("who asks for the palette keeps the screen and what is typed there, also when its code is gone after an update", async () => {
    await using watched = await openAnew(`/pages/${pageId}?tab=content`);
    const { page } = watched;
    const title = page.getByLabel("Title");
    await title.fill("Half written");
    await page.route("**/*", (route) => route.abort());
    await title.press("Control+k");
    await page.getByText("Foyer does not answer").first().waitFor();
    await page.unroute("**/*");
    await page.getByText("Foyer answers again").waitFor();
    await page.route("**/console/assets/**", (route) => route.fulfill({ status: 404 }));
    await title.press("Control+k");
    await page.getByText("Foyer was updated: load this page again to search").waitFor();
    await page.unroute("**/console/assets/**");
    await title.press("Control+k");
    await page.keyboard.type("Spring");
    await page.getByRole("dialog").getByText("Spring").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await title.inputValue()).toBe("Half written");
  });

  test("still sees the rows that were read before", async () => {
    for (const customName of ["One", "Two"]) await makeAudience(api(), { customName }, pageId);
    const { page } = await open(`/pages/${pageId}`);
    await page.getByLabel("Choose One").check();
    await page.route(/audiences\?/, (route) => route.abort());
    await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
    await page.getByText("Foyer does not answer").first().waitFor();
    expect(await page.getByRole("link", { name: "Two" }).count()).toBe(1);
    await page.unroute(/audiences\?/);
    await page.getByText("archived", { exact: true }).first().waitFor();
    await until(async () => (await page.getByText("Foyer does not answer").count()) === 0);
  });

  test("whose browser has no network is told so too, and nothing waits for ever", async () => {
    await using watched = await openAnew("/keys");
    const { page, context } = watched;
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await go(page, "/pages");
    await page.getByRole("link", { name: "Spring" }).waitFor();
    await context.setOffline(true);
    await page.getByLabel("Search pages").fill("spr");
    await page.getByText("Foyer does not answer").first().waitFor();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Spring" }).waitFor();
    await page.getByText("Foyer answers again").waitFor();
  });

  test("who saves is told so only until they go on typing, or until it is back", async () => {
    const { page } = await open(`/pages/${pageId}?tab=content`);
    const title = page.getByLabel("Title");
    const save = page.getByRole("button", { name: "Save", exact: true });
    const problem = page.getByRole("main").getByText("Foyer does not answer");
    await title.fill("Once");
    await page.route("**/v0/**", (route) => route.abort());
    await save.click();
    await problem.waitFor();
    await title.fill("Twice");
    await problem.waitFor({ state: "detached" });
    await save.click();
    await problem.waitFor();
    await page.unroute("**/v0/**");
    await problem.waitFor({ state: "detached" });
    expect(await title.inputValue()).toBe("Twice");
    await save.click();
    await until(async () => (await api().call("getPage", { params: { page_id: pageId } })).title === "Twice");
  });

  test("who waits for a screen, a list, a form or a button is told so after a few seconds, while it may still answer", async () => {
    await using watched = await openAnew("/keys");
    const { page } = watched;
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    const { hold, answer } = slowFoyer(page);
    await hold();
    await page.reload();
    await page.getByLabel("Opening the console").waitFor();
    await page.getByText(slow).waitFor();
    await answer();
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    for (const path of ["/persons", "/brands", `/pages/${pageId}`]) {
      await hold();
      await page.evaluate((to) => history.pushState({}, "", `/console${to}`), path);
      await page.getByText(slow).first().waitFor();
      await answer();
    }
    await go(page, `/pages/${pageId}?tab=content`);
    await page.getByLabel("Title").fill("Slowly");
    await hold();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(slow).waitFor();
    await answer();
    const { audience_id: audienceId } = await makeAudience(api(), { customName: "Slow" }, pageId);
    await go(page, `/pages/${pageId}/audiences/${audienceId}?tab=fields`);
    const builds = page.getByRole("button", { name: "Build a new version" });
    await builds.waitFor();
    await hold();
    await builds.click();
    await page.getByRole("alert").getByText(slow).waitFor();
    await answer();
    await page.getByText("A new version is being built").waitFor();
  });

  test("who saves a list of a page, its topics, a form or an answer is told so after a few seconds, too", async () => {
    const { pageId: asked, path } = await publish(service(), [{ type: "faq", content: "Where is my order?\nUnder way." }]);
    await ask(service(), path, "Do whales sing?");
    const { page } = await open(`/pages/${asked}?tab=content`);
    const { hold, answer } = slowFoyer(page);
    const isTold = async (button: string) => {
      await hold();
      await page.getByRole("button", { name: button }).click();
      await page.getByText(slow).waitFor();
      await answer();
    };
    await page.getByRole("button", { name: "Add an action" }).click();
    await page.getByLabel("Button", { exact: true }).fill("Call");
    await page.getByLabel("Where to").fill("https://slow.example");
    await isTold("Save the actions");
    await go(page, `/pages/${asked}?tab=topics`);
    await page.getByRole("button", { name: "More for Orders" }).click();
    await page.getByRole("menuitem", { name: "Take it off the page" }).click();
    await isTold("Save the topics");
    await go(page, "/forms?dialog=new");
    await page.getByRole("dialog").getByLabel("Name").first().fill("Slow");
    await isTold("Make the form");
    await go(page, "/questions");
    await page
      .getByRole("article", { name: /whales/ })
      .getByRole("button", { name: "Answer" })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Answer *").fill("They do.");
    await dialog.getByLabel("Topic that it").click();
    await page.getByRole("option", { name: "Orders" }).click();
    await isTold("See what it answers");
    await page.getByText("The page would still not answer it").waitFor();
  });

  test.each(screens)(
    "is told so where there would be %s, and not that there are none; and can try again",
    async (_, path, asked) => {
      const { page } = await open("/keys");
      await page.route(asked, (route) => route.abort());
      // So that the console does not find out by itself that Foyer is back.
      await page.route("**/api_keys/self", (route) => route.abort());
      await go(page, path());
      await page.getByText("Foyer does not answer").first().waitFor();
      expect(await page.getByText(/yet$|is empty$|no fields/).count()).toBe(0);
      await page.unroute(asked);
      await page.getByRole("button", { name: "Try again" }).click();
      await until(async () => (await page.getByText("Foyer does not answer").count()) === 0);
    },
  );
});
