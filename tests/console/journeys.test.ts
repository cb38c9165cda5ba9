import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { inAllLooks, inBrowser } from "../support/browser/browser";
import { goWithin, signedIn } from "../support/browser/console";
import { publishPage } from "../support/browser/site";
import { engines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { ask, publish } from "../support/features/questions";
import { addSession, interaction } from "../support/features/sessions";
import { addSubmission } from "../support/features/submissions";
import { makeAudience, makePage } from "../support/features/versions";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createKey } from "../support/service/tenants";

setDefaultTimeout(120_000);

const csv = `Full name,Email,Company website,Record ID
Ada Lovelace,ada@engines.example,engines.example,crm-1
Grace Hopper,grace@navy.example,,crm-2
,nobody,,crm-3
`;

inBrowser("in the console", (browser) => {
  // What a browser does is the same on either engine; on both with `npm run test:console`.
  describe.each(inAllLooks ? engines : engines.slice(0, 1))("somebody [%s]", (engine) => {
    const service = useService(engine, { outgoingRules: localReceivers });
    const api = () => service().api;
    let pageId: string;

    beforeAll(async () => {
      pageId = await makePage(api(), { name: "Spring in Berlin" });
    });

    const open = () => signedIn(browser(), service().origin, api().key);
    const go = (page: Page, path: string) => goWithin(page, `/console${path}`);

    test("makes a page, is told what is missing at its field, and finds the page again with the keyboard", async () => {
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, "/pages");
      await page.getByRole("button", { name: "New page" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Make the page" }).click();
      await dialog.getByText("Please fill this in").first().waitFor();
      await dialog.getByLabel("Name").fill("Winter in Oslo");
      await dialog.getByLabel("What it is about").fill("Skis");
      await dialog.getByRole("button", { name: "Make the page" }).click();
      await page.getByRole("heading", { level: 1, name: "Winter in Oslo" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Search pages, audiences").fill("berlin");
      await page.getByText("Spring in Berlin").waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Spring in Berlin" }).waitFor();
      expect(complaints).toEqual([]);
    });

    test("imports a CSV: persons, audiences, addresses, and the rows that were refused", async () => {
      await using watched = await open();
      const { page } = watched;
      await go(page, `/import?pageId=${pageId}`);
      await page.locator("input[type=file]").setInputFiles({ name: "crm.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await page.getByText("2 of 3 rows are fine").waitFor();
      await page.getByRole("button", { name: "Try it without" }).click();
      await page.getByText("2 new, 0 known, 1 refused").waitFor();
      expect((await api().call("listPersons", {})).totalCount).toBe(0);
      await page.getByRole("button", { name: "Import 3 rows" }).click();
      await page.getByText("Everything is imported").waitFor();
      const [refused] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "1 refused rows" }).click(),
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
      await page.getByText("Everything is imported").waitFor();
      expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(2);
    });

    test("edits a page, sees for how many it is not live, and publishes it to all", async () => {
      const edited = await makePage(api(), { name: "Edited" });
      for (let made = 0; made < 3; made += 1) await makeAudience(api(), {}, edited);
      await using watched = await open();
      const { page } = watched;
      await go(page, `/pages/${edited}?tab=content`);
      await page.getByLabel("Title").fill("A new title");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved, not live for 3 audiences").waitFor();
      await page.getByRole("button", { name: "Publish to all" }).click();
      await until(async () => (await api().call("getPublishState", { params: { page_id: edited } })).outdated === 0);
      await page.getByText("Saved, not live for 3 audiences").waitFor({ state: "hidden" });
    });

    test("answers a question for good, told what else that answers; ignores another, and takes it back", async () => {
      const { pageId: asked, path } = await publish(service(), [{ type: "text", content: "Boats sail at noon." }]);
      for (const question of ["Is the bakery open on Sunday?", "Is your bakery open on a Sunday?", "Where may dogs swim?"]) {
        await ask(service(), path, question);
      }
      const count = async (status: "unanswered" | "resolved" | "ignored") =>
        (await api().call("listQuestions", { query: { status, pageId: asked } })).totalCount;
      expect(await count("unanswered")).toBe(3);
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, "/questions");
      const bakery = page.getByRole("article", { name: /bakery/ });
      await bakery.getByText("asked 2 times").waitFor();
      await bakery.getByRole("button", { name: "Answer" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Answer" }).fill("From seven to noon.");
      await dialog.getByLabel("Topic that it").click();
      await page.getByRole("option", { name: "Orders" }).click();
      await dialog.getByRole("button", { name: "See what it answers" }).click();
      await dialog.getByText("It answers 1 more question").waitFor();
      expect(await count("unanswered")).toBe(3);
      await dialog.getByRole("button", { name: "Save the answer" }).click();
      await dialog.waitFor({ state: "hidden" });
      await bakery.waitFor({ state: "hidden" });
      expect(await count("resolved")).toBe(2);
      const dogs = page.getByRole("article", { name: /dogs/ });
      await dogs.getByRole("button", { name: "Ignore" }).click();
      await dogs.waitFor({ state: "hidden" });
      expect(await count("ignored")).toBe(1);
      await page.getByRole("button", { name: "Undo" }).click();
      await dogs.waitFor();
      expect(await count("unanswered")).toBe(1);
      expect(complaints).toEqual([]);
    });

    test("makes a webhook, copies its secret, sends a test, and sends it again from its tries", async () => {
      const receiver = await Receiver.start();
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, "/webhooks");
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

    test("drags topics and entries into their order, or moves them with a menu", async () => {
      const topic = async (title: string) => (await api().call("createTopic", { body: { title } })).topicId;
      const topicIds = [await topic("First"), await topic("Second"), await topic("Third")];
      const params = { page_id: pageId };
      await api().call("setPageTopics", { params, body: { topicIds } });
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, `/pages/${pageId}?tab=topics`);
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

    test("makes a form in two steps, and takes a step out again", async () => {
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, "/forms");
      await page.getByRole("button", { name: "New form" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Apply");
      await dialog.getByLabel("Step").fill("About you");
      for (const [index, label] of ["Phone", "Message"].entries()) {
        await dialog.getByRole("button", { name: "Add a field" }).click();
        await dialog
          .getByLabel("Label")
          .nth(index + 1)
          .fill(label);
      }
      await dialog.getByLabel("Step").nth(2).fill("Your wishes");
      await dialog.getByRole("button", { name: "Make the form" }).click();
      await page.getByText("In 2 steps").waitFor();
      const stored = async () => {
        const { items } = await api().call("listForms", {});
        return items.find(({ name }) => name === "Apply")?.fields.map(({ name, step }) => [name, step]);
      };
      expect(await stored()).toEqual([
        ["email", "About you"],
        ["phone", undefined],
        ["message", "Your wishes"],
      ]);
      const card = page.locator(".mantine-Card-root").filter({ hasText: "Apply" });
      await card.getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Step").nth(2).fill("");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("In 2 steps").waitFor({ state: "hidden" });
      expect((await stored())?.[2]).toEqual(["message", undefined]);
      expect(complaints).toEqual([]);
    });

    test("opens a form, a question before something is deleted, and the code of the screen, all of them accessible", async () => {
      await api().call("createForm", { body: { name: "Doomed", fields: [] } });
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, "/forms");
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

    test("words a form: its button, consent, thanks and where visitors go on, told what is missing at its field", async () => {
      const { formId } = await api().call("createForm", { body: { name: "Worded", fields: [] } });
      const stored = async () => {
        const { buttonTitle, consent, thanks, next } = await api().call("getForm", { params: { form_id: formId } });
        return { buttonTitle, consent, thanks, next };
      };
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, "/forms");
      const card = page.locator(".mantine-Card-root").filter({ hasText: "Worded" });
      const dialog = page.getByRole("dialog");
      const save = () => dialog.getByRole("button", { name: "Save" }).click();
      await card.getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Words on the button").fill("Apply now");
      await dialog.getByLabel("Consent").fill("You may write to me.");
      await dialog.getByLabel("Thanks", { exact: true }).fill("Thank you, {{ person.firstName }}");
      await dialog.getByLabel("Text below the thanks").fill("We call tomorrow.");
      await dialog.getByLabel("Words of the link").fill("Book a time");
      await save();
      await dialog.getByText("Please fill this in").waitFor();
      expect(await dialog.getByLabel("Address of the link").getAttribute("aria-invalid")).toBe("true");
      await dialog.getByLabel("Address of the link").fill("javascript:alert(1)");
      await save();
      await dialog.getByText("Please fill this in").waitFor({ state: "hidden" });
      expect(await dialog.getByLabel("Address of the link").getAttribute("aria-invalid")).toBe("true");
      expect((await stored()).buttonTitle).toBeNull();
      await dialog.getByLabel("Address of the link").fill("https://example.com/book");
      await save();
      await dialog.waitFor({ state: "hidden" });
      expect(await stored()).toEqual({
        buttonTitle: "Apply now",
        consent: "You may write to me.",
        thanks: { title: "Thank you, {{ person.firstName }}", text: "We call tomorrow." },
        next: { title: "Book a time", url: "https://example.com/book" },
      });
      await card.getByRole("button", { name: "Edit" }).click();
      expect(await dialog.getByLabel("Consent").inputValue()).toBe("You may write to me.");
      for (const label of ["Consent", "Words of the link", "Address of the link"]) await dialog.getByLabel(label).fill("");
      await save();
      await dialog.waitFor({ state: "hidden" });
      expect(await stored()).toMatchObject({ buttonTitle: "Apply now", consent: null, next: null });
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
        await frame.evaluate((element) => element.scrollBy(0, 500));
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

    test("archives several audiences at once, and takes it back", async () => {
      const bulk = await makePage(api(), { name: "Bulk" });
      for (const customName of ["One", "Two", "Three"]) await makeAudience(api(), { customName }, bulk);
      const archived = async () => {
        const { items } = await api().call("listAudiences", { params: { page_id: bulk } });
        return items.filter(({ archivedAt }) => archivedAt !== null).map(({ effectiveName }) => effectiveName);
      };
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, `/pages/${bulk}`);
      await page.getByLabel("Choose One").check();
      await page.getByLabel("Choose Three").check();
      await page.getByText("2 chosen").waitFor();
      await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
      await page.getByText("2 archived").waitFor();
      expect((await archived()).toSorted()).toEqual(["One", "Three"]);
      await page.getByRole("button", { name: "Undo" }).click();
      await until(async () => (await archived()).length === 0);
      expect(complaints).toEqual([]);
    });

    test("does not overwrite what somebody else has saved meanwhile", async () => {
      const shared = await makePage(api(), { name: "Shared" });
      await using watched = await open();
      const { page } = watched;
      await go(page, `/pages/${shared}?tab=content`);
      await page.getByLabel("Title").fill("Mine");
      await Bun.sleep(5);
      await api().call("updatePage", { params: { page_id: shared }, body: { title: "Theirs" } });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Somebody has changed the record since it was read").waitFor();
      expect(await page.getByLabel("Title").inputValue()).toBe("Mine");
      expect((await api().call("getPage", { params: { page_id: shared } })).title).toBe("Theirs");
    });

    test("with a key that may only read sees no button that would be refused", async () => {
      const { db, origin } = service();
      const scopes = ["pages:read", "audiences:read", "persons:read", "topics:read"] as const;
      const key = await createKey(db, await tenantIdOf(db, api()), scopes);
      await using watched = await signedIn(browser(), origin, key);
      const { page, complaints } = watched;
      await go(page, `/pages/${pageId}`);
      await page.getByRole("heading", { level: 1, name: "Spring in Berlin" }).waitFor();
      for (const name of ["Archive", "New audience", "Show to visitors", "Import CSV"]) {
        expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
      }
      await go(page, `/pages/${pageId}?tab=content`);
      await page.getByRole("button", { name: "See it as they do" }).click();
      await page.getByTitle("On a phone").waitFor();
      expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
      await go(page, "/persons");
      await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
      expect(await page.getByRole("button", { name: "New person" }).count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("whose key is revoked keeps what they were writing, and goes on with another key", async () => {
      await using watched = await open();
      const { page } = watched;
      await go(page, `/pages/${pageId}?tab=content`);
      await page.getByLabel("Title").fill("Half written");
      const { items } = await api().call("listApiKeys", { query: { limit: 1 } });
      await api().call("revokeApiKey", { params: { key_id: items[0]?.keyId as string } });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Your key has ended").waitFor();
      await dialog.getByLabel("API key").fill(api().key);
      await dialog.getByRole("button", { name: "Sign in" }).click();
      await dialog.waitFor({ state: "hidden" });
      expect(await page.getByLabel("Title").inputValue()).toBe("Half written");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await until(async () => (await api().call("getPage", { params: { page_id: pageId } })).title === "Half written");
    });
  });
});
