import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { watchedPage } from "../support/browser/browser";
import { inConsole } from "../support/browser/console";
import { publishPage } from "../support/browser/site";
import { todaysEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { addSubmission } from "../support/features/submissions";
import { visit } from "../support/features/visitor";
import { computed } from "../support/features/visits";
import { until } from "../support/service/jobs";

/** What a spreadsheet would take for a formula. */
const formula = "=HYPERLINK(1)";

/** The journeys that begin with an empty installation and with visitors. */
inConsole(
  "somebody",
  ({ browser, service, api, open, go }) => {
    test("makes the first personal page by the steps on the home screen, and is told what will be there", async () => {
      const { page, complaints } = await open("/");
      for (const words of ["Nobody is here right now", "Nobody came yet", "No leads yet"]) await page.getByText(words).waitFor();
      await page.getByRole("link", { name: "Go to pages" }).click();
      await page.getByRole("button", { name: "New page" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Autumn in Rome");
      await dialog.getByLabel("What it is about").fill("Umbrellas");
      await dialog.getByRole("button", { name: "Make the page" }).click();
      await page.getByRole("heading", { level: 1, name: "Autumn in Rome" }).waitFor();
      await go(page, "/");
      await page.getByRole("link", { name: "Import a CSV" }).click();
      const buffer = Buffer.from("Full name,Email\nIda Rhodes,ida@tables.example\n");
      await page.locator("input[type=file]").setInputFiles({ name: "crm.csv", mimeType: "text/csv", buffer });
      await page.getByRole("button", { name: "Import 1 row" }).click();
      await page.getByText("1 of 1 rows are imported").waitFor();
      await go(page, "/");
      await page.getByRole("link", { name: "Open a page" }).click();
      await page.getByRole("link", { name: "Autumn in Rome" }).click();
      await page.getByRole("button", { name: "New audience" }).first().click();
      await dialog.getByRole("combobox", { name: "Person" }).click();
      await page.getByRole("option", { name: "Ida Rhodes" }).click();
      await dialog.getByRole("button", { name: "Make their page" }).click();
      await page.getByText("Hidden from visitors").waitFor();
      await go(page, "/");
      await page.getByRole("link", { name: "Open the page" }).click();
      await page.getByRole("link", { name: "Autumn in Rome" }).click();
      await page.getByRole("button", { name: "Show to visitors" }).click();
      await page.getByRole("button", { name: "Hide from visitors" }).waitFor();
      await page.getByText("Hidden from visitors").waitFor({ state: "hidden" });
      await page.getByRole("link", { name: "Ida Rhodes" }).click();
      const address = page.getByText("http://pages.foyer.test/");
      await address.first().waitFor();
      const { pathname } = new URL((await address.first().textContent()) as string);
      await until(async () => (await visit(service(), pathname)).status === 200);
      await go(page, "/");
      await page.getByRole("heading", { name: "Latest pages" }).waitFor();
      expect(await page.getByText("Four steps").count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("sees on the home screen and in the list who is here and what they did, exports them, and machines beside them", async () => {
      const { personId } = await api().call("createPerson", { body: { name: formula, email: "mary@somerville.example" } });
      const its = { name: "Tides", actions: [{ actionType: "form", buttonTitle: "Talk to us", url: "", purpose: "Talk" }] };
      const { place, url } = await publishPage(service(), its, { personId });
      {
        await using visitor = await watchedPage(browser());
        await visitor.page.goto(`${url}?utm_source=mail&utm_campaign=moon`);
        await visitor.page.getByLabel(/E-?mail/).fill("mary@somerville.example");
        await visitor.page.locator(".form button").click();
        await visitor.page.getByRole("heading", { name: "Thank you" }).waitFor();
        await visitor.page.close({ runBeforeUnload: true });
      }
      const came = async (kind: "person" | "bot") => {
        await computed(service());
        return (await api().call("listTenantSessions", { query: { kind, pageId: place.page_id } })).totalCount === 1;
      };
      await until(() => came("person"));
      {
        await using machine = await watchedPage(browser());
        await machine.page.goto(url);
        await until(() => came("bot"));
      }
      const { page, complaints } = await open("/");
      const here = page.getByRole("region", { name: "Here in the last 5 minutes" });
      await here.getByText("Tides").waitFor();
      expect(await here.getByRole("link", { name: formula }).count()).toBe(1);
      await page.getByRole("region", { name: "Latest leads" }).getByRole("link", { name: "mary@somerville.example" }).waitFor();
      await page.getByRole("region", { name: "Latest visits" }).getByRole("link", { name: formula }).click();
      const panel = page.getByRole("dialog");
      await panel.getByText("mail · moon").waitFor();
      await panel.getByRole("link", { name: "Sent a form" }).click();
      await panel.getByText("mary@somerville.example").first().waitFor();
      await page.goBack();
      await panel.getByText("mail · moon").waitFor();
      await panel.getByRole("button", { name: "Close" }).click();
      await page.getByText("Here in the last 5 minutes").click();
      await page.getByText("1 in all").waitFor();
      const people = await exported(page);
      expect(people.rows).toHaveLength(1);
      expect(people.rows[0]).toContain("mary@somerville.example");
      await page.getByRole("radiogroup", { name: "Who" }).getByText("Machines").click();
      await page.getByText("bot").first().waitFor();
      const machines = await exported(page);
      expect(machines.rows).toHaveLength(1);
      expect(machines.rows[0]).toContain("webdriver");
      // Figures name whom they are of, however many newer audiences there are.
      const audiences = Array.from({ length: 100 }, (_, index) => ({ externalId: `newer-${index}` }));
      await api().call("upsertAudienceBatch", { params: { page_id: place.page_id }, body: { audiences } });
      for (const [groupBy, name] of Object.entries({ audience: formula, version: ", version 1", page: "Tides" })) {
        await page.goto(`${service().origin}/console/figures?groupBy=${groupBy}`);
        await page.getByRole("cell", { name }).waitFor();
      }
      expect(complaints).toEqual([]);
    });

    test("sees leads with the columns of their forms, the visit that each came from, and exports them with these columns", async () => {
      const { db } = service();
      const tenantId = await tenantIdOf(db, api());
      const formOf = async (name: string, labels: Record<string, string>) => {
        const asked = Object.entries(labels).map(([field, label]) => ({ name: field, label, type: "text" }));
        const fields = [{ name: "email", label: "E-mail", type: "email" }, ...asked];
        return (await api().call("createForm", { body: { name, fields } })).formId;
      };
      const [apply, call] = [
        await formOf("Apply", { company: "Company", size: "Team size" }),
        await formOf("Call me", { company: "Company", when: "When to call" }),
      ];
      const { page, complaints } = await open("/leads");
      const heads = () => page.getByRole("region", { name: "Leads" }).locator("thead th").allTextContents();
      await until(async () => (await heads()).includes("Message"));
      expect(await heads()).not.toContain("Form");
      await page.getByRole("button", { name: "mary@somerville.example" }).click();
      await page.getByRole("dialog").getByText("Message", { exact: true }).waitFor();
      await page.reload();
      await page.getByRole("dialog").getByRole("link", { name: "The visit" }).click();
      await page.getByRole("dialog").getByText("mail · moon").waitFor();
      // On a phone, the list has no room for who it was.
      await open("/leads", { viewport: { width: 390, height: 844 } });
      await page.getByRole("button", { name: "mary@somerville.example" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "The person" }).click();
      await page.getByRole("main").getByText("mary@somerville.example").waitFor();
      await page.getByRole("main").getByRole("link", { name: "somerville.example", exact: true }).click();
      await page.getByRole("tab", { name: "Timeline" }).waitFor();

      const { items } = await api().call("listFormSubmissions", {});
      const lead = (form_id: string, values: Record<string, string>) =>
        addSubmission(db, tenantId, { form_id, identifier: "ada@leads.example", field_values: JSON.stringify(values) });
      await lead(apply, { email: "ada@leads.example", company: formula, size: "12", formId: "from the visitor" });
      await lead(call, { email: "ada@leads.example", company: "Engines", when: "At noon" });
      await addSubmission(db, tenantId, { identifier: "clicked@leads.example", is_prefilled: 1 });
      await open("/leads");
      const row = page.getByRole("row", { name: "As the page had filled it in" });
      await row.getByRole("button", { name: "clicked@leads.example" }).click();
      await page.getByRole("dialog").getByText("a machine may have clicked").waitFor();
      const clicked = (await api().call("listFormSubmissions", {})).items.find(({ isPrefilled }) => isPrefilled);
      await api().call("deleteFormSubmission", { params: { submission_id: clicked?.submissionId as string } });
      await open("/leads");
      const choose = async (name: string, head: string) => {
        await page.getByRole("combobox", { name: "Form" }).click();
        await page.getByRole("option", { name }).click();
        await until(async () => (await heads()).includes(head));
        await page.getByText("1 in all").waitFor();
      };
      await page.getByText("3 in all").waitFor();
      await until(async () => (await heads()).includes("Form"));
      expect(await heads()).toEqual(["Who", "Form", "Sent", "Person"]);
      const all = await exported(page);
      expect(all.heads).toEqual(expect.arrayContaining(["formId", "values.formId", "company", "size", "when"]));
      expect(all.rows.find((row) => row.includes("HYPERLINK"))).toContain(`,'${formula},`);
      await choose("Apply", "Team size");
      expect(await heads()).toEqual(["Who", "Company", "Team size", "Sent", "Person"]);
      await choose("Call me", "When to call");
      expect(await heads()).toEqual(["Who", "Company", "When to call", "Sent", "Person"]);
      // Without a chosen form, the columns that all of them have.
      await api().call("deleteFormSubmission", { params: { submission_id: items[0]?.submissionId as string } });
      await open("/leads");
      await page.getByText("2 in all").waitFor();
      await until(async () => (await heads()).includes("Company"));
      expect(await heads()).toEqual(["Who", "Form", "Company", "Sent", "Person"]);
      expect(complaints).toEqual([]);
    });
  },
  { on: todaysEngines },
);

/** What the screen's export has: its columns, and its rows as they are written. */
async function exported(page: Page): Promise<{ heads: string[]; rows: string[] }> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const text = await Bun.file(await file.path()).text();
  const [heads = "", ...rows] = text.replace("\uFEFF", "").trim().split("\r\n");
  return { heads: heads.split(","), rows };
}
