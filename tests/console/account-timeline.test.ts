import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inAllLooks, inBrowser } from "../support/browser/browser";
import { goWithin, signedIn } from "../support/browser/console";
import { publishPage } from "../support/browser/site";
import { engines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { ask } from "../support/features/questions";
import { addSession, interaction } from "../support/features/sessions";
import { addSubmission } from "../support/features/submissions";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

setDefaultTimeout(120_000);

inBrowser("in the console", (browser) => {
  // What a browser does is the same on either engine; on both with `npm run test:console`.
  describe.each(inAllLooks ? engines : engines.slice(0, 1))("somebody [%s]", (engine) => {
    const service = useService(engine);
    const api = () => service().api;
    const open = () => signedIn(browser(), service().origin, api().key);
    const go = (page: Page, path: string) => goWithin(page, `/console${path}`);

    test("sees everything that happened around an account in one order, and opens it", async () => {
      const { db } = service();
      const tenantId = await tenantIdOf(db, api());
      const { accountId } = await api().call("createAccount", { body: { domain: "harbour.example" } });
      const { personId } = await api().call("createPerson", { body: { name: "Harry Bour", email: "harry@harbour.example" } });
      const { place, url } = await publishPage(service(), { name: "To the harbour" }, { personId });
      await Bun.sleep(2);
      await ask(service(), new URL(url).pathname, "When does the ferry leave?");
      const its = { audience_id: place.audience_id, page_id: place.page_id };
      await Bun.sleep(2);
      await addSubmission(db, tenantId, { ...its, account_id: accountId, identifier: "harry@harbour.example" });
      await Bun.sleep(2);
      await addSession(db, tenantId, {
        pageId: place.page_id,
        audienceId: place.audience_id,
        interactions: [interaction("Boats")],
      });
      const params = { account_id: accountId };
      await Bun.sleep(2);
      await api().call("createAccountLog", { params, body: { source: "crm", type: "call", payload: { note: "Likes boats" } } });
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, `/accounts/${accountId}`);
      const rows = page.getByRole("region", { name: "Timeline" }).locator("tbody tr");
      await rows.filter({ hasText: "Visited To the harbour" }).waitFor();
      const words = (await rows.locator("td:first-child").allTextContents()).map((text) => text.trim());
      expect(words).toEqual([
        "Logged: crm call",
        "Visited To the harbour",
        "Sent a form: harry@harbour.example",
        "Asked: When does the ferry leave?",
        "Version 1 went live",
        "New audience: Harry Bour, harbour.example",
        "New person: Harry Bour",
      ]);
      const panel = page.getByRole("dialog");
      const shows = async (name: RegExp, text: string) => {
        await rows.getByRole("button", { name }).click();
        await panel.getByText(text).first().waitFor();
        await panel.getByRole("button", { name: "Close" }).click();
        await panel.waitFor({ state: "hidden" });
      };
      await shows(/^Logged/, "Likes boats");
      await shows(/^Visited/, "Boats");
      await shows(/^Asked/, "What the page said");
      await shows(/^Sent a form/, "The page they saw");
      await rows.getByRole("link", { name: /^New person/ }).click();
      await page.getByRole("heading", { level: 1, name: "Harry Bour" }).waitFor();
      await page.goBack();
      await rows.getByRole("link", { name: /^Version 1/ }).click();
      await page.waitForURL(/tab=versions/);
      await page.goBack();
      await page.getByRole("combobox", { name: "Kind" }).click();
      await page.getByRole("option", { name: "question" }).click();
      await page.getByText("1 in all").waitFor();
      expect(await rows.count()).toBe(1);
      expect(complaints).toEqual([]);
    });

    test("scrolls through a long timeline, whose parts are read page by page, and misses nothing", async () => {
      const { accountId } = await api().call("createAccount", { body: { domain: "crowd.example" } });
      const params = { account_id: accountId };
      const addPersons = (from: number) => {
        const persons = Array.from({ length: 100 }, (_, index) => ({
          name: `P${from + index}`,
          email: `p${from + index}@crowd.example`,
        }));
        return api().call("upsertPersonBatch", { body: { persons } });
      };
      const addLogs = async (count: number) => {
        for (let made = 0; made < count; made += 1)
          await api().call("createAccountLog", { params, body: { source: "crm", type: "call", payload: {} } });
      };
      await addPersons(0);
      await addLogs(70);
      await addPersons(100);
      await addLogs(70);
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, `/accounts/${accountId}`);
      await page.getByText("340 in all").waitFor();
      const frame = page.getByRole("region", { name: "Timeline" });
      const seen = new Map<number, { what: string; at: string }>();
      await until(async () => {
        const rows = await frame.locator("tr[aria-rowindex]").evaluateAll((all) =>
          all.map((row) => ({
            index: Number(row.getAttribute("aria-rowindex")),
            what: row.querySelector("td")?.textContent ?? "",
            at: row.querySelector("time")?.dateTime ?? "",
          })),
        );
        for (const row of rows) seen.set(row.index, row);
        // On a busy machine a row may be scrolled past before it is drawn: then it is seen in another round.
        await frame.evaluate((element) => {
          const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
          element.scrollBy(0, isAtEnd ? -element.scrollHeight : 500);
        });
        return seen.size === 340;
      }, 60_000);
      const inOrder = [...seen].toSorted(([one], [other]) => one - other).map(([, row]) => row);
      expect(inOrder.filter(({ what }) => what.startsWith("Logged")).length).toBe(140);
      expect(new Set(inOrder.flatMap(({ what }) => (what.startsWith("New person") ? what : []))).size).toBe(200);
      expect(inOrder.map(({ at }) => at)).toEqual(
        inOrder
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      );
      expect(inOrder[0]?.what).toBe("Logged: crm call");
      expect(inOrder[339]?.what).toStartWith("New person: P");
      expect(complaints).toEqual([]);
    });
  });
});
