import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { sql } from "../../../server/storage/sql";
import { inBrowser, takePicture } from "../../support/browser/browser";
import { goWithin, signedIn } from "../../support/browser/console";
import { tenantIdOf } from "../../support/database/rows";
import { ask, publish } from "../../support/features/questions";
import { addSession } from "../../support/features/sessions";
import { useService } from "../../support/service/service";

const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "de-DE" } as const;

/** What the commands need, which not every machine has. */
const hasTools = Bun.which("curl") !== null && Bun.which("jq") !== null;

inBrowser("in the console, what a screen just did", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  let pageId: string;

  beforeAll(async () => {
    const { path, ...published } = await publish(service(), []);
    ({ pageId } = published);
    for (const question of ["What does it cost?", "Where are you?"]) await ask(service(), path, question);
  });

  const open = (options = {}) => signedIn(browser(), service().origin, api().key, options);

  /** The newest call of an operation, in the panel. */
  async function callOf(page: Page, summary: string, form: "curl" | "TypeScript"): Promise<string> {
    await page.getByRole("button", { name: "What this screen just did, as code" }).click();
    const panel = page.getByRole("dialog", { name: "What this screen just did" });
    await panel.getByText(form, { exact: true }).click();
    const block = panel.getByText(summary, { exact: true }).first().locator("xpath=ancestor::*[.//pre][1]");
    const text = await block.locator("pre").innerText();
    await takePicture(page, `console calls ${form}.png`);
    await panel.getByRole("button", { name: "Close" }).click();
    await panel.waitFor({ state: "hidden" });
    return text;
  }

  async function run(command: string): Promise<string> {
    const shell = Bun.spawn(["sh", "-c", command], { env: { ...process.env, FOYER_API_KEY: api().key }, stderr: "ignore" });
    return new Response(shell.stdout).text();
  }

  test("has the condition of a change, and as curl it overwrites nobody either", async () => {
    const { brandId } = await api().call("createBrand", { body: { name: "Acme" } });
    await using watched = await open(phone);
    const { page } = watched;
    await goWithin(page, `/console/brands?dialog=edit-${brandId}`);
    await page.getByRole("dialog").getByLabel("Name").fill("Acme, it's");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved, live with the next versions").waitFor();
    const command = await callOf(page, "Change a brand", "curl");
    expect(command).toContain(`-H 'if-match: "`);
    expect(command).not.toContain(api().key);
    if (hasTools) expect(JSON.parse(await run(command))).toMatchObject({ status: 412 });
    const script = await callOf(page, "Change a brand", "TypeScript");
    expect(script).toContain(`const before = await foyer.getBrand({"params":{"brand_id":"${brandId}"}});`);
    expect(script).toContain("{ unchangedSince: before }");
  });

  test("has exports, which as curl give the same rows", async () => {
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, "/console/questions?tab=all");
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await downloaded;
    const command = await callOf(page, "List what visitors asked, newest first", "curl");
    expect(command).toContain("cursor=$cursor");
    const rows = hasTools ? (await run(command.replace("limit=100", "limit=1"))).trim().split("\n") : [];
    if (hasTools) expect(rows.map((row) => JSON.parse(row).text).sort()).toEqual(["What does it cost?", "Where are you?"]);
    expect(await callOf(page, "List what visitors asked, newest first", "TypeScript")).toContain('foyer.each("listQuestions"');

    await goWithin(page, `/console/pages/${pageId}`);
    const addresses = page.waitForEvent("download");
    await page.getByRole("button", { name: "Addresses" }).click();
    await addresses;
    const asCsv = await callOf(page, "List the addresses of a page's audiences, newest first", "curl");
    expect(asCsv).toContain("text/csv");
    if (!hasTools) return;
    const csv = await run(asCsv);
    expect(csv).toContain("publicUrl");
    expect(csv.trim().split("\n")).toHaveLength(2);
  });

  test("has the export of visits with its filters, of machines too, and as curl it gives the same rows", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    for (const hasConversion of [true, false]) await addSession(db, tenantId, { pageId, hasConversion });
    const { analyticsSessionId } = await addSession(db, tenantId, { pageId });
    await db.transaction((tx) =>
      tx.run(sql`UPDATE audience_sessions SET kind = 'scanner' WHERE analytics_session_id = ${analyticsSessionId}`),
    );
    await using watched = await open();
    const { page } = watched;
    const exported = async (path: string) => {
      await goWithin(page, path);
      await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
      await page.getByRole("button", { name: "What this screen just did, as code" }).click();
      const panel = page.getByRole("dialog", { name: "What this screen just did" });
      const wholeLists = async (form: string, mark: string) => {
        await panel.getByText(form, { exact: true }).click();
        return panel
          .locator("pre")
          .filter({ hasText: mark })
          .filter({ hasText: /essions/ })
          .allInnerTexts();
      };
      const calls = [await wholeLists("curl", "cursor="), await wholeLists("TypeScript", "foyer.each")];
      await panel.getByRole("button", { name: "Close" }).click();
      await panel.waitFor({ state: "hidden" });
      return calls as [string[], string[]];
    };
    const [[command = ""], [script = ""]] = await exported("/console/visits?hasConversion=true");
    expect(command).toContain("hasConversion=true");
    expect(script).toMatch(/foyer\.each\("listTenantSessions", \{\s+"query": \{\s+"hasConversion": true\s+\}\s+\}\)/);
    if (hasTools) expect((await run(command)).trim().split("\n")).toHaveLength(1);
    const [machines] = await exported("/console/visits?kind=machines");
    const kinds = ["bot", "internal", "prefetch", "scanner"];
    expect(kinds.filter((kind) => machines.some((text) => text.includes(`kind=${kind}`)))).toEqual(kinds);
  });

  test("has a read that is repeated only once", async () => {
    await using watched = await open();
    const { page, settled } = watched;
    await goWithin(page, "/console/visits");
    await settled();
    await goWithin(page, "/console/brands");
    await goWithin(page, "/console/visits");
    await settled();
    await page.getByRole("button", { name: "What this screen just did, as code" }).click();
    const calls = page.getByRole("dialog").locator("pre");
    await calls.first().waitFor();
    const texts = await calls.allInnerTexts();
    expect(texts).toEqual([...new Set(texts)]);
    expect(texts.length).toBeGreaterThan(1);
  });
});
