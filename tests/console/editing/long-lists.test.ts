import { beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { createClient } from "../../../client";
import { toTimestamp } from "../../../contract";
import { insertQuestions, type QuestionRow } from "../../../server/features/questions/queries";
import { createIds } from "../../../server/records/ids";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, takePicture } from "../../support/browser/browser";
import { goWithin, signedIn } from "../../support/browser/console";
import { tenantIdOf } from "../../support/database/rows";
import { addSubmission } from "../../support/features/submissions";
import { type AudienceParams, makeAudience, makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

/** More than the API answers at once. */
const many = Array.from({ length: 105 }, (_, index) => `n${String(index).padStart(3, "0")}`);
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`;

const dayMs = 86_400_000;

function questionRow(place: AudienceParams, text: string, moment: number): QuestionRow {
  const whose = { ...place, external_id: null, person_id: null, account_id: null };
  const state = { status: "unanswered", answer: null, chunk_ids: "[]", options: "[]", score: 0, topic_entry_id: null };
  return { ...whose, ...state, question_id: createIds(() => moment)("question"), text, asked_at: moment, updated_at: moment };
}

inBrowser("in the console, a list that is longer than the API answers at once", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  const client = () => createClient({ url: service().origin, apiKey: api().key });
  const open = (options = {}) => signedIn(browser(), service().origin, api().key, options);

  beforeAll(async () => {
    for (const name of many) {
      await api().call("createBrand", { body: { name } });
      await api().call("createForm", { body: { name, fields: [] } });
      await api().call("createTopic", { body: { title: name } });
      await api().call("createDomain", { body: { domain: `${name}.example` } });
      const file = new File([picture], `${name}.svg`, { type: "image/svg+xml" });
      const { assetId } = await api().call("createAsset", { body: { name }, file });
      await api().call("deleteAsset", { params: { asset_id: assetId } });
    }
  });

  test.each(["brands", "forms", "domains", "assets?tab=trash"])("goes on to its end: %s", async (screen) => {
    await using watched = await open();
    const { page, complaints } = watched;
    await goWithin(page, `/console/${screen}`);
    const missing = async () => {
      const text = await page.locator("main").innerText();
      return many.filter((name) => !text.includes(name));
    };
    const more = page.getByRole("button", { name: "Load more" });
    await more.waitFor();
    expect((await missing()).length).toBeGreaterThan(0);
    await more.click();
    await more.waitFor({ state: "hidden" });
    expect(await missing()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("has leads' forms to its end: by name, and with their own columns", async () => {
    const name = many[0] as string;
    const fields = [{ name: "size", label: "Shoe size", type: "text" as const }];
    const { nextCursor } = await api().call("listForms", { query: { limit: 100 } });
    const { items } = await api().call("listForms", { query: { limit: 100, cursor: nextCursor as string } });
    const formId = items.find((form) => form.name === name)?.formId as string;
    const { db } = service();
    await api().call("updateForm", { params: { form_id: formId }, body: { fields } });
    const page_id = await makePage(api(), { name: "Shoes" });
    const lead = { page_id, form_id: formId, identifier: "ada@engines.example", field_values: JSON.stringify({ size: "38" }) };
    await addSubmission(db, await tenantIdOf(db, api()), lead);
    await using watched = await open({ viewport: { width: 1_280, height: 800 } });
    const { page, complaints } = watched;
    await goWithin(page, "/console/leads");
    await page.getByRole("columnheader", { name: "Shoe size" }).waitFor();
    const form = page.getByRole("combobox", { name: "Form" });
    await form.click();
    await form.fill(name);
    await page.getByRole("option", { name }).click();
    expect(new URL(page.url()).searchParams.get("formId")).toBe(formId);
    await page.reload();
    await until(async () => (await form.inputValue()) === name);
    await page.getByRole("button", { name: "ada@engines.example" }).click();
    await page.getByRole("dialog").getByText("Shoe size").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("opens a lead and a question by their addresses, however far down they are, and Back closes them", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const place = await makeAudience(api());
    const moment = Date.now() - dayMs;
    const submissionId = await addSubmission(db, tenantId, {
      ...place,
      submitted_at: moment,
      field_values: `{"message":"The oldest lead"}`,
    });
    for (const identifier of many) await addSubmission(db, tenantId, { ...place, identifier, submitted_at: moment + 1 });
    const questions = ["The oldest question", ...many].map((text, index) => questionRow(place, text, moment + index));
    await db.transaction((tx) => insertQuestions({ db: tx, tenantId }, questions));
    await using watched = await open();
    const { page } = watched;
    const panel = page.getByRole("dialog");
    const asked = encodeURIComponent(toTimestamp(moment));
    const oldest = { leads: `lead=${submissionId}`, questions: `tab=all&question=${questions[0]?.question_id}&asked=${asked}` };
    await goWithin(page, `/console/leads?${oldest.leads}`);
    await panel.getByText("The oldest lead").waitFor();
    await goWithin(page, `/console/questions?${oldest.questions}`);
    await panel.getByText("The oldest question").waitFor();
    await panel.getByRole("button", { name: "Close" }).click();
    await panel.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: many.at(-1) as string }).click();
    await panel.getByText("That it does not know").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await panel.getByText("That it does not know").waitFor();
    await page.goBack();
    await panel.waitFor({ state: "hidden" });
  });

  test("leads from its oldest audience, opened by its address, to the one before, and so with persons", async () => {
    const page_id = await makePage(api(), { name: "Long" });
    const some = many.slice(0, 99).map((customName) => ({ customName }));
    for (const customName of ["Oldest", "Second"]) await makeAudience(api(), { customName }, page_id);
    await api().call("createAudienceBatch", { params: { page_id }, body: { audiences: some } });
    const all = await Array.fromAsync(client().each("listAudiences", { params: { page_id }, query: { limit: 100 } }));
    const [second, oldest] = all.slice(-2).map(({ audienceId }) => audienceId) as [string, string];
    const buttons = (page: Page, of: string) => {
      const group = page.getByRole("group", { name: `Other ${of}` });
      return [group.getByRole("button", { name: "Previous" }), group.getByRole("button", { name: "Next" })] as const;
    };
    await using watched = await open();
    const { page, complaints } = watched;
    await goWithin(page, `/console/pages/${page_id}/audiences/${oldest}`);
    const [previous, next] = buttons(page, "audiences");
    await previous.and(page.locator(":enabled")).click();
    await page.waitForURL(`**/audiences/${second}`);
    await page.getByRole("heading", { name: "Second", level: 1 }).waitFor();
    await previous.and(page.locator(":enabled")).waitFor();
    await next.click();
    await page.waitForURL(`**/audiences/${oldest}`);
    await previous.and(page.locator(":enabled")).waitFor();
    expect(await next.isDisabled()).toBe(true);

    const persons: string[] = [];
    for (const name of ["First of all", "The next one"])
      persons.push((await api().call("createPerson", { body: { name } })).personId);
    await api().call("upsertPersonBatch", { body: { persons: many.slice(0, 99).map((name) => ({ name })) } });
    await goWithin(page, `/console/pages/${page_id}?tab=content&seen=yes&personId=${persons[0]}`);
    const person = page.getByRole("combobox", { name: "Person" });
    await until(async () => (await person.inputValue()) === "First of all");
    await buttons(page, "persons")[0].click();
    await until(async () => (await person.inputValue()) === "The next one");
    expect(new URL(page.url()).searchParams.get("personId")).toBe(persons[1] as string);
    await goWithin(page, `/console/persons/${persons[1]}?pageId=${page_id}`);
    await buttons(page, "persons")[1].click();
    await page.getByRole("heading", { name: "First of all", level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("pageId")).toBe(page_id);
    await page.locator("iframe").first().waitFor();
    const seen = page.getByRole("heading", { name: "See a page as they would" });
    await until(async () => ((await seen.boundingBox())?.y ?? 800) < 100);
    expect(complaints).toEqual([]);
  });

  test("begins with its first row after it is filtered, however far it was scrolled, and is where it was after Back", async () => {
    const names = Array.from({ length: 198 }, (_, index) => `${index % 2 ? "Ada" : "Eve"} ${1_000 + index}`);
    for (const some of [names.slice(0, 99), names.slice(99)])
      await api().call("upsertPersonBatch", { body: { persons: some.map((name) => ({ name, domain: "scrolled.example" })) } });
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, "/console/persons?domain=scrolled.example");
    const frame = page.locator("section.table-frame");
    const shows = (name: string) => page.getByRole("link", { name, exact: true }).waitFor();
    const search = async (words: string, first: string) => {
      await shows(names[197] as string);
      await frame.evaluate((element) => element.scrollTo(0, 4_000));
      await until(async () => (await page.locator("tr[aria-rowindex='1']").count()) === 0);
      await page.getByLabel("Search persons").fill(words);
      await shows(first);
      expect(await frame.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    };
    await search("ada", "Ada 1197");
    // What was read before is shown at once.
    await search("", "Ada 1197");
    await page.getByRole("link", { name: "Eve 1196" }).waitFor();
    await search("ada", "Ada 1197");
    await frame.evaluate((element) => element.scrollTo(0, 3_000));
    await page.getByRole("link", { name: "Ada 1085", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Ada 1085" }).waitFor();
    await page.goBack();
    await shows("Ada 1085");
    expect(await frame.evaluate(({ scrollTop }) => scrollTop)).toBe(3_000);
  });

  test("opens the dialog of its last row by its address, and a key's details, ended or not; keys that ended are shown on demand", async () => {
    const page_id = await makePage(api(), { name: "Linked" });
    const { audience_id: audienceId } = await makeAudience(api(), { customName: "Far down" }, page_id);
    const [link] = (await api().call("listPageLinks", { query: { audienceId } })).items;
    const audiences = many.slice(0, 99).map((customName) => ({ customName }));
    for (const some of [audiences, audiences.slice(0, 5)])
      await api().call("createAudienceBatch", { params: { page_id }, body: { audiences: some } });
    const key = async (name: string) => (await api().call("createApiKey", { body: { name, scopes: ["pages:read"] } })).keyId;
    const [oldest, ended] = [await key("Oldest key"), await key("Key that ended")];
    for (const name of many) await key(name);
    await api().call("revokeApiKey", { params: { key_id: ended } });
    await using watched = await open();
    const { page, complaints } = watched;
    const dialog = page.getByRole("dialog");
    await goWithin(page, `/console/links?dialog=edit-${link?.pageLinkId}`);
    await dialog.getByRole("textbox", { name: "Path" }).fill("/far/down");
    await dialog.getByRole("button", { name: "Move it" }).click();
    await dialog.waitFor({ state: "hidden" });
    const moved = await api().call("getPageLink", { params: { page_link_id: link?.pageLinkId as string } });
    expect(moved.path).toBe("/far/down");

    await goWithin(page, `/console/keys?dialog=edit-${oldest}`);
    await dialog.getByLabel("Name").fill("Older than the others");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await goWithin(page, `/console/keys?key=${oldest}`);
    await page.getByRole("dialog", { name: "Older than the others" }).getByText("pages:read").waitFor();
    await goWithin(page, `/console/keys?key=${ended}`);
    await page.getByRole("dialog", { name: "Key that ended" }).getByText("revoked", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();

    const all = await api().call("listApiKeys", {});
    await page.getByText(`${(all.totalCount ?? 0) - 1} in all`).waitFor();
    await page.getByLabel("Show ended keys").check();
    await page.getByText(`${all.totalCount} in all`).waitFor();
    expect(new URL(page.url()).searchParams.get("ended")).toBe("shown");
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  /** Scrolls the options until the last one is there. */
  async function lastOption(page: Page, options: Locator): Promise<void> {
    await options.first().waitFor();
    await until(async () => {
      await options.last().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 10_000);
      return (await options.count()) >= many.length;
    });
  }

  test("is chosen from to its end, by scrolling and by words, and what was chosen keeps its name", async () => {
    const pageId = await makePage(api(), { name: "Spring" });
    const stored = () => api().call("getPage", { params: { page_id: pageId } });
    await using watched = await open();
    const { page, complaints } = watched;
    await goWithin(page, `/console/pages/${pageId}?tab=content`);
    const brand = page.getByRole("combobox", { name: "Brand" });
    await brand.click();
    const options = page.getByRole("option");
    await options.first().hover();
    await lastOption(page, options);
    await takePicture(page, "console long select.png");
    await options.last().click();
    const chosen = await brand.inputValue();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await until(async () => (await stored()).brandId !== "");
    const { name } = await api().call("getBrand", { params: { brand_id: (await stored()).brandId } });
    expect(name).toBe(chosen);
    await page.getByText("Saved, live with the next versions").waitFor();
    await page.reload();
    await until(async () => (await brand.inputValue()) === chosen);

    await page.getByRole("button", { name: "Add an action" }).click();
    await page.getByLabel("Button").fill("Apply");
    await page.getByRole("combobox", { name: "What it does" }).click();
    await page.getByRole("option", { name: "Opens a form" }).click();
    const form = page.getByRole("combobox", { name: "Which form" });
    for (const wanted of [many[0], many.at(-1)] as string[]) {
      await form.click();
      await form.fill(wanted);
      await page.getByRole("option", { name: wanted }).click();
      expect(await form.inputValue()).toBe(wanted);
    }
    expect(complaints).toEqual([]);
  });
});
