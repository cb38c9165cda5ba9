import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { looksFor, takePicture } from "../support/browser/browser";
import { inConsole } from "../support/browser/console";
import { tenantIdOf } from "../support/database/rows";
import { addSession, type NewSession } from "../support/features/sessions";
import { makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";

const timezoneId = "America/Los_Angeles";
/** Seven hours behind UTC in May. */
const inMay = (day: number, hour: number, minute = 0) => Date.UTC(2026, 4, day, hour + 7, minute);

/** By the visitors' names. */
const visits: Record<string, NewSession> = {
  "Last of the ninth": { startedAt: inMay(9, 23, 59), utmSource: "newsletter" },
  "First of the tenth": { startedAt: inMay(10, 0), utmSource: "newsletter", utmCampaign: "R&D +1", hasConversion: true },
  "Last of the eleventh": { startedAt: inMay(11, 23, 59), hasConversion: true, hasFormSubmit: true },
  "First of the twelfth": { startedAt: inMay(12, 0), isBounce: true },
};

inConsole("whoever looks for visits", ({ service, api, open, openAnew }) => {
  async function addVisits(): Promise<string> {
    const { accountId } = await api().call("createAccount", { body: { domain: "acme.example", name: "Acme" } });
    const tenantId = await tenantIdOf(service().db, api());
    const pageId = await makePage(api());
    for (const [customName, visit] of Object.entries(visits)) {
      const body = { customName, ...(visit.hasConversion && { accountId }) };
      const { audience_id: audienceId } = await makeAudience(api(), body, pageId);
      await addSession(service().db, tenantId, { pageId, audienceId, ...visit });
    }
    return accountId;
  }

  test("filters by days of their own time zone, account, campaign and what was done: list, address, reload and export agree", async () => {
    const accountId = await addVisits();
    await using watched = await openAnew("/visits", { timezoneId });
    const { page, complaints } = watched;
    const shown = async () => (await page.locator(".table-frame tbody .text-button").allTextContents()).toReversed();
    const address = () => Object.fromEntries(new URL(page.url()).searchParams);
    const showsOnly = async (names: string[], filters: Record<string, string>) => {
      const isShown = async () => JSON.stringify(await shown()) === JSON.stringify(names);
      await until(isShown);
      expect(address()).toEqual(filters);
      await page.reload();
      await until(isShown);
      const exported = names.map((name) => [name, "Spring", new Date(visits[name]?.startedAt ?? 0).toISOString()]);
      expect(await exportedVisits(page)).toEqual(exported);
    };
    const choose = async (label: string, option: string) => {
      await page.getByRole("combobox", { name: label, exact: true }).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    };
    const clear = () => page.getByRole("button", { name: "Clear all filters" }).click();
    const all = Object.keys(visits);
    await showsOnly(all, {});
    expect(await page.getByRole("button", { name: "Clear all filters" }).count()).toBe(0);

    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("First day").fill("2026-05-10");
    await page.getByLabel("Last day").fill("2026-05-11");
    await showsOnly(["First of the tenth", "Last of the eleventh"], { from: "2026-05-10", to: "2026-05-11" });
    expect(await page.getByLabel("Last day").inputValue()).toBe("2026-05-11");
    await choose("Form", "Sent no form");
    const tenth = { from: "2026-05-10", to: "2026-05-11", hasFormSubmit: "false" };
    await showsOnly(["First of the tenth"], tenth);
    await page.getByRole("button", { name: "More filters (3)" }).waitFor();
    await clear();
    await showsOnly(all, {});

    await page.getByRole("button", { name: "More filters" }).click();
    await choose("Account", "Acme");
    await showsOnly(["First of the tenth", "Last of the eleventh"], { accountId });
    await until(async () => (await page.getByRole("combobox", { name: "Account" }).inputValue()) === "Acme");
    await page.getByLabel("Campaign").fill("R&D +1");
    await showsOnly(["First of the tenth"], { accountId, utmCampaign: "R&D +1" });
    await clear();
    for (const label of ["Campaign", "Source", "First day"])
      await until(async () => (await page.getByLabel(label).inputValue()) === "");
    await page.getByLabel("Source").fill("newsletter");
    await choose("Conversion", "Not converted");
    await showsOnly(["Last of the ninth"], { utmSource: "newsletter", hasConversion: "false" });
    await clear();
    await choose("Bounce", "Bounced");
    await showsOnly(["First of the twelfth"], { isBounce: "true" });
    await clear();

    // The last day before the first: nothing fits, and the input says why.
    await page.getByLabel("First day").fill("2026-05-12");
    await page.getByLabel("Last day").fill("2026-05-10");
    await page.getByText("Before the first day").waitFor();
    await page.getByText("Nothing fits").waitFor();
    expect(complaints).toEqual([]);
  });

  test("is told that nobody is here, and what to do about it", async () => {
    const { page } = await open("/visits?active=true");
    await page.getByRole("heading", { name: "Nobody is here right now" }).waitFor();
    await page.getByRole("radiogroup", { name: "Who" }).getByText("Machines").click();
    await page.getByRole("heading", { name: "Nothing fits" }).waitFor();
  });

  test("types a date with the keyboard, and what is no day in an address is left out", async () => {
    await using watched = await openAnew("/visits?from=2026-02-31&to=0202-01-01&hasConversion=maybe", { timezoneId });
    const { page, complaints } = watched;
    await page.getByText("4 in all").waitFor();
    await page.getByRole("button", { name: "More filters", exact: true }).click();
    await page.getByLabel("First day").focus();
    for (const key of "05122026") {
      await page.keyboard.press(key);
      // Longer than the input waits: each year on the way is looked at.
      await Bun.sleep(500);
    }
    await page.getByText("1 in all").waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe("2026-05-12");
    expect(complaints).toEqual([]);
  });

  const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1_280, height: 800 } };
  for (const [turn, [size, viewport]] of Object.entries(sizes).entries()) {
    test(`uses them on a ${size}, in light or dark: accessible, and nothing is too wide`, async () => {
      const watched = await open("/visits?from=2026-05-12&to=2026-05-10&isBounce=true", { viewport });
      const { page, settled } = watched;
      await page.getByText("Before the first day").waitFor();
      for (const colorScheme of looksFor(turn, ["light", "dark"] as const)) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await settled();
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
          true,
        );
        await takePicture(page, `console ${colorScheme} ${size} filters of visits.png`, { fullPage: true });
      }
    });
  }

  test.each(["7", "30"])("sees figures of %s days, of which today is the last", async (days) => {
    await using watched = await openAnew(`/figures?days=${days}`, { timezoneId });
    const bars = watched.page.locator(".bar-chart rect title");
    await bars.first().waitFor({ state: "attached" });
    const labels = await bars.allTextContents();
    const today = new Intl.DateTimeFormat("en-US", { timeZone: timezoneId, day: "numeric" }).format(Date.now());
    expect([labels.length, labels.at(-1)]).toEqual([Number(days), expect.stringMatching(new RegExp(`\\b${today}\\b`))]);
  });

  test("sees whom a visit's page is made for, though its audience has a name of its own: in the list, the details and the export", async () => {
    const { personId } = await api().call("createPerson", { body: { name: "Mary Somerville", domain: "orbits.example" } });
    const place = await makeAudience(api(), { personId, customName: "Breakfast" });
    const tenantId = await tenantIdOf(service().db, api());
    await addSession(service().db, tenantId, { pageId: place.page_id, audienceId: place.audience_id });
    await using watched = await openAnew(`/visits?pageId=${place.page_id}`);
    const { page } = watched;
    const row = page.getByRole("row").filter({ hasText: "Breakfast" });
    await row.getByText("Mary Somerville").waitFor();
    await row.getByRole("link", { name: "orbits.example" }).waitFor();
    expect(await row.evaluate(({ clientHeight }) => clientHeight)).toBe(56);
    await row.getByRole("link", { name: "Mary Somerville" }).click();
    await page.getByRole("heading", { level: 1, name: "Mary Somerville" }).waitFor();
    await page.goBack();
    await takePicture(page, "console visits made for.png");
    expect(await exportedVisits(page, ["visitor", "personName", "accountName"])).toEqual([
      ["Breakfast", "Mary Somerville", "orbits.example"],
    ]);
    await row.getByRole("button", { name: "Breakfast" }).click();
    const details = page.getByRole("dialog", { name: "The visit" });
    await details.getByRole("link", { name: "Mary Somerville" }).click();
    await page.waitForURL(`**/persons/${personId}`);
    await page.goBack();
    await details.getByRole("link", { name: "orbits.example" }).click();
    await page.waitForURL("**/accounts/*");
  });

  test("finds out from a person's or an audience's screen when they came, and takes the filter away again", async () => {
    const tenantId = await tenantIdOf(service().db, api());
    const { personId } = await api().call("createPerson", { body: { name: "Caroline Herschel" } });
    const pageId = await makePage(api(), { name: "Comets" });
    const theirs = await makeAudience(api(), { personId }, pageId);
    for (const place of [theirs, await makeAudience(api(), { personId }), await makeAudience(api(), {}, pageId)])
      await addSession(service().db, tenantId, { pageId: place.page_id, audienceId: place.audience_id });
    const { page, complaints } = await open(`/persons/${personId}`);
    const chosen = (name: string) => page.getByRole("combobox", { name, exact: true });
    const shows = async (count: number) => page.getByText(`${count} in all`, { exact: true }).waitFor();
    await page.getByRole("link", { name: "Their visits" }).click();
    await shows(2);
    await until(async () => (await chosen("Person").inputValue()) === "Caroline Herschel");
    await page.goBack();
    await page.getByRole("row").filter({ hasText: "Comets" }).getByRole("link").first().click();
    await page.getByRole("link", { name: "Their visits" }).click();
    await shows(1);
    await until(async () => (await chosen("Audience").inputValue()) === "Caroline Herschel");
    expect(await exportedVisits(page, ["visitor", "page"])).toEqual([["Caroline Herschel", "Comets"]]);
    await page.getByLabel("No audience").click();
    await shows(2);
    await chosen("Person").fill("Caroline");
    await page.getByRole("option", { name: "Caroline Herschel" }).click();
    await shows(1);
    await page.getByLabel("All pages").click();
    await shows(2);
    expect(complaints).toEqual([]);
  });

  test("reads in full what somebody did, however much of it there is", async () => {
    const place = await makeAudience(api(), { customName: "Did it all" });
    const did = { hasConversion: true, hasFormSubmit: true, questionsAskedCount: 1 };
    await addSession(service().db, await tenantIdOf(service().db, api()), {
      pageId: place.page_id,
      audienceId: place.audience_id,
      ...did,
    });
    const { page } = await open(`/visits?pageId=${place.page_id}`);
    const row = page.getByRole("row").filter({ hasText: "Did it all" });
    const marks = row.locator(".mantine-Badge-label");
    await marks.first().waitFor();
    const cut = await marks.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect([await marks.allTextContents(), cut]).toEqual([["form", "conversion", "question"], 0]);
    expect(await row.evaluate(({ clientHeight }) => clientHeight)).toBe(56);
  });
});

/** Who came, to which page and when, or other columns, of the visits that the screen exports, the first first. */
async function exportedVisits(page: Page, names = ["visitor", "page", "sessionStartedAt"]): Promise<string[][]> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const [head = "", ...rows] = (await Bun.file(await file.path()).text()).replace("\uFEFF", "").trim().split("\r\n");
  const columns = names.map((name) => head.split(",").indexOf(name));
  return rows.map((row) => columns.map((column) => row.split(",")[column] ?? "")).toReversed();
}
