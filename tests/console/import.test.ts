import { expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { inConsole } from "../support/browser/console";
import { makeAudience, makePage } from "../support/features/versions";

const csv = `Full name,Email
Jo Smith,
Ada Lovelace,ada@engines.example
Jo Smith,
Ada King,ADA@engines.example
Grace Hopper,
,nobody@nowhere.example
`;

/** With the names of its columns in each row, more than a tab keeps. */
const wideRows = 300;
const wideColumns = Array.from({ length: 48 }, (_, column) => `Custom field ${column}`);

inConsole("an import in the console", ({ api, open, openAnew, go }) => {
  /** The screen as it is without an import of before. */
  const openImport = async (query = "") => {
    const watched = await open("/import");
    await watched.page.evaluate(() => sessionStorage.removeItem("foyer-console-import"));
    await watched.page.goto(`${watched.page.url().split("?")[0]}${query}`);
    return watched;
  };
  const choose = (page: Page, content: string) =>
    page.locator("input[type=file]").setInputFiles({ name: "crm.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  const downloaded = async (page: Page, name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return Bun.file(await file.path()).text();
  };
  const persons = async () => (await api().call("listPersons", { query: { limit: 1 } })).totalCount as number;
  const kept = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

  test("names rows that can't be told apart before anything is sent, and says at the end how many it took", async () => {
    const pageId = await makePage(api(), { name: "Newcomers" });
    const { page, complaints } = await openImport(`?pageId=${pageId}`);
    await choose(page, csv);
    await page.getByText("3 of 6 rows are fine").waitFor();
    await page.getByText("Line 4: Has the same identifier as line 2: Jo Smith").waitFor();
    await page.getByText("Line 5: Has the same identifier as line 3: ada@engines.example").waitFor();
    await page.getByText("Line 7: Name: is missing").waitFor();
    await page.getByRole("button", { name: "Try it without" }).click();
    await page.getByText("3 new, 0 known, 3 refused").waitFor();
    await page.getByRole("button", { name: "Import 3 of 6 rows" }).click();
    await page.getByText("3 of 6 rows are imported").waitFor();
    await page.getByText("3 persons added, 0 updated, 3 rows refused").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await downloaded(page, "3 refused rows")).toContain("Has the same identifier as line 2");
    expect(await persons()).toBe(3);
    expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(3);
    expect(complaints).toEqual([]);
  });

  test("without a page takes persons of the same name", async () => {
    const { page } = await openImport();
    await choose(page, "Full name\nSam Lee\nSam Lee\n");
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("2 of 2 rows are imported").waitFor();
  });

  test("is done with the keyboard alone, from the palette to the list of addresses", async () => {
    const pageId = await makePage(api(), { name: "By keyboard" });
    const { page, complaints } = await openImport();
    // Long before Enter: the browser opens a window of its own as long as it doesn't know that somebody waits for the file.
    const opening = page.waitForEvent("filechooser");
    await go(page, `/pages/${pageId}`);
    await page.getByRole("heading", { level: 1, name: "By keyboard" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("import");
    await page.locator(".mantine-Spotlight-action").filter({ hasText: "Import" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("main:focus").waitFor();
    const focused = page.locator(":focus");
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 14; presses += 1) {
        await page.keyboard.press("Tab");
        const words = await focused.evaluate((element) => `${element.ariaLabel ?? ""} ${element.textContent} ${element.id}`);
        const labels = await focused.evaluate((element) =>
          [...((element as HTMLInputElement).labels ?? [])].map((each) => each.textContent),
        );
        if (name.test(`${words} ${labels}`)) return;
      }
      throw new Error(`Tab did not reach ${name}`);
    };
    await tabTo(/Choose a file/);
    await page.keyboard.press("Enter");
    const chooser = await opening;
    const buffer = Buffer.from("Full name,Email\nEdith Clarke,edith@grid.example\n,nobody@grid.example\n");
    await chooser.setFiles({ name: "crm.csv", mimeType: "text/csv", buffer });
    await page.getByText("1 of 2 rows are fine").waitFor();
    await tabTo(/Make everybody an audience of/);
    await page.keyboard.type("By keyboard");
    await page.getByRole("option", { name: "By keyboard" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await tabTo(/^ Try it without/);
    await page.keyboard.press("Enter");
    await page.getByText("1 new, 0 known, 1 refused").waitFor();
    await tabTo(/^ Import 1 of 2/);
    await page.keyboard.press("Enter");
    await page.getByText("1 of 2 rows are imported").waitFor();
    await tabTo(/Addresses for a mail merge/);
    const [addresses] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(await Bun.file(await addresses.path()).text()).toContain("edith@grid.example");
    await tabTo(/Another file/);
    await page.keyboard.press("Enter");
    await tabTo(/Choose a file/);
    expect(complaints).toEqual([]);
  });

  test("that is tried tells which audiences would be refused and why, until something else is chosen", async () => {
    const pageId = await makePage(api(), { name: "Tried" });
    const { page } = await openImport(`?pageId=${pageId}`);
    const problem = { code: "validation_failed", detail: "There is no room for them" };
    const batches: unknown[] = [];
    await page.route("**/audiences/batch", async (route) => {
      batches.push(route.request().postDataJSON());
      const answer = await route.fetch();
      const { results } = await answer.json();
      await route.fulfill({
        response: answer,
        json: { results: [{ outcome: null, audience: null, problem }, ...results.slice(1)] },
      });
    });
    await choose(
      page,
      "Full name,Email,Other mail\nJean Bartik,jean@eniac.example,b@eniac.example\nKay McNulty,kay@eniac.example,\n",
    );
    await page.getByRole("button", { name: "Try it without" }).click();
    await page.getByText("1 new, 0 known, 1 refused").waitFor();
    await page.getByText("Line 2: There is no room for them").waitFor();
    const sent = [{ externalId: "jean@eniac.example" }, { externalId: "kay@eniac.example" }];
    expect(batches).toEqual([{ audiences: sent, dryRun: true }]);
    expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(0);
    await page.getByRole("combobox", { name: "E-mail" }).click();
    await page.getByRole("option", { name: "Other mail" }).click();
    await page.getByText("1 new, 0 known, 1 refused").waitFor({ state: "hidden" });
    expect(await page.getByText("Line 2").count()).toBe(0);
  });

  test("of a large file is paused, goes on after a reload, does each row once, and then keeps nobody's data but of refused rows", async () => {
    const before = await persons();
    const { page } = await openImport();
    const wide = "x".repeat(350);
    const cells = wideColumns.map(() => wide).join(",");
    const rows = Array.from({ length: wideRows }, (_, index) => `Person ${index},${cells}`);
    const groups = await heldGroups(page);
    await choose(page, [`Full name,${wideColumns.join(",")}`, ...rows, `,${cells}`].join("\n"));
    await page.getByRole("button", { name: "Import 300 of 301 rows" }).click();
    const first = await groups.next();
    await page.getByRole("button", { name: "Pause" }).click();
    await first.continue();
    await page.getByText("100 of 300 rows").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    const second = await groups.next();
    await page.getByRole("button", { name: "Pause" }).click();
    // It is done, but the answer never arrives.
    await second.fetch();
    await page.reload();
    await page.unroute("**/v0/persons/batch");
    await page.getByText("100 of 300 rows").waitFor();
    expect(await kept(page)).toContain("Person 299");
    await go(page, "/persons");
    await go(page, "/import");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("300 of 301 rows are imported").waitFor();
    await page.getByText("300 persons added, 0 updated, 1 row refused").waitFor();
    expect(await persons()).toBe(before + wideRows);
    expect(await kept(page)).not.toContain("Person ");
    await page.reload();
    expect(await downloaded(page, "1 refused row")).toContain(wide);
  });

  test("gives back rows that only the server refuses with all columns of their file, also after a reload", async () => {
    const { page } = await openImport();
    const groups = await heldGroups(page);
    await choose(page, "Owner,Full name,Region\nBea,Mary Keller,North\nBob,Klara Dan,South\n");
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await groups.next();
    await page.route("**/v0/persons/batch", async (route) => {
      const answer = await route.fetch();
      const { results } = await answer.json();
      const refused = {
        outcome: null,
        person: null,
        problem: { code: "validation_failed", detail: "There is no room for them" },
      };
      await route.fulfill({ response: answer, json: { results: [results[0], refused] } });
    });
    await page.reload();
    const lines = (await downloaded(page, "1 refused row")).trim().split("\r\n");
    expect(lines.map((line) => line.replace("\uFEFF", ""))).toEqual([
      "Owner,Full name,Region,problem",
      "Bob,Klara Dan,South,There is no room for them",
    ]);
  });

  test("that is too large for the tab says so, and asks before it is left", async () => {
    const { page } = await openImport();
    await page.evaluate(() => {
      for (let size = 5_000_000; size > 0; size = Math.floor(size / 2))
        try {
          for (let at = 0; ; at += 1) sessionStorage.setItem(`full-${size}-${at}`, "x".repeat(size));
        } catch {}
    });
    const groups = await heldGroups(page);
    await choose(page, "Full name\nKathleen Booth\n");
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByText("Stay here until it is done").waitFor();
    const group = await groups.next();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Persons" }).click();
    const question = page.getByRole("dialog", { name: "Leave the import?" });
    await question.getByRole("button", { name: "Stay here" }).click();
    await page.evaluate(() => {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith("full")) sessionStorage.removeItem(name);
    });
    await group.continue();
    await page.getByText("1 of 1 rows are imported").waitFor();
    await page.getByText("Stay here until it is done").waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Persons" }).click();
    await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
  });

  test("has the addresses of its own audiences alone, as a German spreadsheet reads them, and says when they lead nowhere or can't be read", async () => {
    const pageId = await makePage(api(), { name: "Merged" });
    await makeAudience(api(), { customName: "Somebody else" }, pageId);
    await using watched = await openAnew(`/import?pageId=${pageId}`, { locale: "de-DE" });
    const { page } = watched;
    await choose(page, "Full name\nAlan Turing\n");
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByText("1 of 1 rows are imported").waitFor();
    await page.getByText("Hidden from visitors").waitFor();
    const links = /audience_links$/;
    await page.route(links, (route) => route.abort());
    const button = page.getByRole("button", { name: "Addresses for a mail merge" });
    await button.click();
    await page.getByText("Foyer does not answer").waitFor();
    await page.unroute(links);
    const lines = (await downloaded(page, "Addresses for a mail merge")).trim().split("\r\n");
    expect(lines.map((line) => line.split(";").slice(0, 3))).toEqual([
      ["email", "name", "externalId"],
      ["", "Alan Turing", "Alan Turing"],
    ]);
    const { items } = await api().call("listApiKeys", { query: { limit: 1 } });
    await api().call("revokeApiKey", { params: { key_id: items[0]?.keyId as string } });
    await button.click();
    await page.getByRole("dialog", { name: "Please sign in again" }).waitFor();
  });
});

/** The groups of rows that a page sends, each as it is sent, to be let through later. */
async function heldGroups(page: Page) {
  const { readable, writable } = new TransformStream<Route, Route>();
  const writer = writable.getWriter();
  await page.route("**/v0/persons/batch", (route) => void writer.write(route));
  const reader = readable.getReader();
  return { next: async () => (await reader.read()).value as Route };
}
