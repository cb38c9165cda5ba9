import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { inAllLooks, inBrowser } from "../support/browser/browser";
import { goWithin, signedIn } from "../support/browser/console";
import { engines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { ask, publish } from "../support/features/questions";
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
      await page.getByRole("button", { name: "Import 2 of 3 rows" }).click();
      await page.getByText("2 of 3 rows are imported").waitFor();
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
      await page.getByText("2 of 3 rows are imported").waitFor();
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
