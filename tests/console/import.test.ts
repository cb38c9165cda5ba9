import { expect, test } from "bun:test";
import { axeViolations } from "../support/browser/axe";
import { inBrowser } from "../support/browser/browser";
import { goWithin, signedIn } from "../support/browser/console";
import { makePage } from "../support/features/versions";
import { useService } from "../support/service/service";

const csv = `Full name,Email
Jo Smith,
Ada Lovelace,ada@engines.example
Jo Smith,
Ada King,ADA@engines.example
Grace Hopper,
,nobody@nowhere.example
`;

inBrowser("an import in the console", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;

  test("names rows that can't be told apart before anything is sent, and says at the end how many it took", async () => {
    const pageId = await makePage(api(), { name: "Imported" });
    await using watched = await signedIn(browser(), service().origin, api().key);
    const { page, complaints } = watched;
    await goWithin(page, `/console/import?pageId=${pageId}`);
    const file = { name: "crm.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await page.locator("input[type=file]").setInputFiles(file);
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
    const [refused] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "3 refused rows" }).click(),
    ]);
    expect(await Bun.file(await refused.path()).text()).toContain("Has the same identifier as line 2");
    expect((await api().call("listPersons", {})).totalCount).toBe(3);
    expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(3);
    expect(complaints).toEqual([]);
  });

  test("without a page takes persons of the same name", async () => {
    await using watched = await signedIn(browser(), service().origin, api().key);
    const { page } = watched;
    await goWithin(page, "/console/import");
    const file = { name: "crm.csv", mimeType: "text/csv", buffer: Buffer.from("Full name\nSam Lee\nSam Lee\n") };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("2 of 2 rows are imported").waitFor();
  });

  test("says so when the addresses can't be read, and gives them when asked again", async () => {
    const pageId = await makePage(api(), { name: "Merged" });
    await using watched = await signedIn(browser(), service().origin, api().key);
    const { page } = watched;
    await goWithin(page, `/console/import?pageId=${pageId}`);
    const file = { name: "crm.csv", mimeType: "text/csv", buffer: Buffer.from("Full name\nAlan Turing\n") };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByText("1 of 1 rows are imported").waitFor();
    const links = /links\?/;
    await page.route(links, (route) => route.abort());
    const button = page.getByRole("button", { name: "Addresses for a mail merge" });
    await button.click();
    await page.getByText("Foyer does not answer").waitFor();
    await page.unroute(links);
    const [addresses] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(await Bun.file(await addresses.path()).text()).toContain("Alan Turing");
  });
});
