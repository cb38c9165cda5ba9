import { expect, test } from "bun:test";
import { inConsole } from "../support/browser/console";
import { publishPage } from "../support/browser/site";
import { todaysEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { ask, publish } from "../support/features/questions";
import { addSession, interaction } from "../support/features/sessions";
import { addSubmission } from "../support/features/submissions";
import { makeAudience, makePage } from "../support/features/versions";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";

const csv = `Full name,Email,Company website,Record ID
Ada Lovelace,ada@engines.example,engines.example,crm-1
Grace Hopper,grace@navy.example,,crm-2
,nobody,,crm-3
`;

/** Five of the ten journeys; `visitors-journeys` and `preview` have the others. */
inConsole(
  "somebody",
  ({ service, api, open }) => {
    test("imports a CSV: persons, audiences, addresses, and the rows that were refused", async () => {
      const pageId = await makePage(api(), { name: "Spring in Berlin" });
      const { page } = await open(`/import?pageId=${pageId}`);
      await page.locator("input[type=file]").setInputFiles({ name: "crm.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await page.getByText("2 of 3 rows are fine").waitFor();
      await page.getByRole("button", { name: "Try it without" }).click();
      await page.getByText("2 new, 0 known, 1 refused").waitFor();
      expect((await api().call("listPersons", {})).totalCount).toBe(0);
      await page.getByRole("button", { name: "Import 2 of 3 rows" }).click();
      await page.getByText("2 of 3 rows are imported").waitFor();
      const [refused] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "1 refused row" }).click(),
      ]);
      expect(await Bun.file(await refused.path()).text()).toContain("crm-3");
      const [addresses] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Addresses for a mail merge" }).click(),
      ]);
      const lines = (await Bun.file(await addresses.path()).text()).trim().split("\r\n");
      expect(lines.length).toBe(3);
      expect(lines[2]).toBe(
        "ada@engines.example,Ada Lovelace,crm-1,http://pages.foyer.test/default/spring-in-berlin/ada-lovelace",
      );
      await page.reload();
      await page.getByText("2 of 3 rows are imported").waitFor();
      expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(2);
    });

    test("edits a page, sees for how many it is not live, publishes it to all, and sees what changed", async () => {
      const edited = await makePage(api(), { name: "Edited" });
      for (let made = 0; made < 3; made += 1) await makeAudience(api(), {}, edited);
      const { page } = await open(`/pages/${edited}?tab=content`);
      await page.getByLabel("Title").fill("A new title");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved, not live for 3 audiences").waitFor();
      await page.getByRole("button", { name: "Publish to all" }).click();
      await until(async () => (await api().call("getPublishState", { params: { page_id: edited } })).outdated === 0);
      await page.getByText("Saved, not live for 3 audiences").waitFor({ state: "hidden" });
      await page.getByRole("tab", { name: "Publishing" }).click();
      await page.getByRole("link", { name: /^What changed/ }).click();
      await page.getByRole("cell", { name: "A new title" }).first().waitFor();
    });

    test("answers a question for good, told what else that answers; ignores another, and takes it back", async () => {
      const { pageId: asked, path } = await publish(service(), [{ type: "text", content: "Boats sail at noon." }]);
      await api().call("createTopic", { body: { title: "On no page" } });
      for (const question of ["Is the bakery open on Sunday?", "Is your bakery open on a Sunday?", "Where may dogs swim?"]) {
        await ask(service(), path, question);
      }
      const count = async (status: "unanswered" | "resolved" | "ignored") =>
        (await api().call("listQuestions", { query: { status, pageId: asked } })).totalCount;
      expect(await count("unanswered")).toBe(3);
      const { page, complaints } = await open("/questions");
      const bakery = page.getByRole("article", { name: /bakery/ });
      await bakery.getByText("asked 2 times").waitFor();
      await bakery.getByRole("button", { name: "Answer" }).click();
      const dialog = page.getByRole("dialog");
      // Typed at once: the question is filled in already.
      await page.locator("textarea:focus").waitFor();
      await page.keyboard.type("From seven to noon.");
      await dialog.getByLabel("Topic that it").click();
      await page.getByRole("option", { name: "On no page" }).click();
      await dialog.getByRole("button", { name: "See what it answers" }).click();
      await dialog.getByText("The page would still not answer it").waitFor();
      await dialog.getByLabel("Topic that it").click();
      await page.getByRole("option", { name: "Orders" }).click();
      await dialog.getByRole("button", { name: "See what it answers" }).click();
      await dialog.getByText("It answers 1 more question").waitFor();
      expect(await count("unanswered")).toBe(3);
      await dialog.getByRole("button", { name: "Save the answer" }).click();
      await dialog.waitFor({ state: "hidden" });
      await bakery.waitFor({ state: "hidden" });
      expect(await count("resolved")).toBe(2);
      await page.getByText(/^Saved, not live for/).waitFor();
      const dogs = page.getByRole("article", { name: /dogs/ });
      await dogs.getByRole("button", { name: "Ignore" }).click();
      await dogs.waitFor({ state: "hidden" });
      expect(await count("ignored")).toBe(1);
      await page.getByRole("button", { name: "Undo" }).click();
      await dogs.waitFor();
      expect(await count("unanswered")).toBe(1);
      expect(complaints).toEqual([]);
    });

    test("makes a question another way to ask an entry there is", async () => {
      const content = "Can I pay by card?\nCards and cheques are accepted.";
      const { pageId: asked, topicId, path } = await publish(service(), [{ type: "faq", content }]);
      await api().call("updateTopic", { params: { topic_id: topicId }, body: { title: "Payments" } });
      await ask(service(), path, "Is plastic money welcome?");
      const { page, complaints } = await open("/questions");
      await page
        .getByRole("article", { name: /plastic/ })
        .getByRole("button", { name: "Answer" })
        .click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("An entry there is").click();
      await dialog.getByLabel("Topic of the entry").click();
      await page.getByRole("option", { name: "Payments" }).click();
      await dialog.getByLabel("Entry that answers it").click();
      await page.getByRole("option", { name: "Can I pay by card?" }).click();
      await dialog.getByRole("button", { name: "See what it answers" }).click();
      await dialog.getByText("It answers this question alone").waitFor();
      await dialog.getByRole("button", { name: "Save the answer" }).click();
      await dialog.waitFor({ state: "hidden" });
      const { entries } = await api().call("getTopic", { params: { topic_id: topicId } });
      expect(entries.map((entry) => entry.content.content)).toEqual([
        "Can I pay by card?\nIs plastic money welcome?\nCards and cheques are accepted.",
      ]);
      const resolved = await api().call("listQuestions", { query: { status: "resolved", pageId: asked } });
      expect(resolved.totalCount).toBe(1);
      expect(complaints).toEqual([]);
    });

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
      const { page, complaints } = await open(`/accounts/${accountId}`);
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

    test("makes a webhook, copies its secret, sends a test, and sends it again from its tries", async () => {
      const receiver = await Receiver.start();
      const { page, complaints } = await open("/webhooks");
      await page.getByRole("button", { name: "New webhook" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Address" }).fill(receiver.url);
      await dialog.getByLabel("Events").first().click();
      await page.getByRole("option", { name: "form.submitted" }).click();
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: "Make the webhook" }).click();
      await dialog.getByText(/^whsec_/).waitFor();
      await dialog.getByRole("button", { name: "Done" }).click();
      await page.getByRole("heading", { level: 1, name: receiver.url }).waitFor();
      await page.getByRole("button", { name: "Send a test" }).click();
      await page.getByRole("button", { name: "person.created (test)" }).click();
      const drawer = page.getByRole("dialog");
      await drawer.getByText("succeeded").waitFor();
      await drawer.getByText("ok", { exact: true }).waitFor();
      await drawer.getByRole("button", { name: "Send it again" }).click();
      await receiver.has(2);
      await receiver.stop();
      expect(receiver.delivered[1]?.headers["webhook-id"]).toBe(receiver.delivered[0]?.headers["webhook-id"] as string);
      expect(complaints).toEqual([]);
    });
  },
  { on: todaysEngines, outgoingRules: localReceivers },
);
