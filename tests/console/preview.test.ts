import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { inBrowser, takePicture } from "../support/browser/browser";
import { signedIn } from "../support/browser/console";
import { makeAudience, makePage, type Place } from "../support/features/versions";
import { type ServerProcess, spawnServer } from "../support/service/process";

setDefaultTimeout(120_000);

inBrowser("in the console, somebody", (browser) => {
  let server: ServerProcess;
  let folder: string;
  let pageId: string;
  let ada: string;
  let first: Place;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-console-preview-"));
    server = await spawnServer({ FOYER_DATA: folder });
    const { api } = server;
    pageId = await makePage(api, { name: "Spring" });
    ({ personId: ada } = await api.call("createPerson", { body: { name: "Ada Lovelace" } }));
    first = await makeAudience(api, { personId: ada }, pageId);
    await makeAudience(api, { customName: "Nobody known" }, pageId);
  });

  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const open = () => signedIn(browser(), server.origin, server.api.key);
  const go = (page: Page, path: string) => page.goto(`${server.origin}/console${path}`);
  const framed = (page: Page, title: string, words: string) =>
    page.frameLocator(`iframe[title="${title}"]`).getByRole("heading", { level: 1, name: words }).waitFor();

  test("sees what they have not saved as an audience does, then as the next one, with its empty tokens and its sources", async () => {
    await using watched = await open();
    const { page, complaints, settled } = watched;
    await go(page, `/pages/${pageId}?tab=content&seen=yes&audienceId=${first.audience_id}`);
    await page.getByLabel("Title").fill('Dear {{ person.firstName | default: "friend" }}');
    await framed(page, "On a phone", "Dear Ada");
    await framed(page, "On a desktop", "Dear Ada");
    expect(await page.getByText("token is empty").count()).toBe(0);
    await page
      .getByRole("button", { name: /^(Next|Previous)$/ })
      .and(page.locator(":enabled"))
      .click();
    await framed(page, "On a phone", "Dear friend");
    await page.getByText("One token is empty for them").waitFor();
    await page.getByRole("button", { name: "Where each field comes from" }).click();
    await page.getByRole("cell", { name: "title", exact: true }).waitFor();
    await settled();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console preview.png", { fullPage: true });
    expect(complaints).toEqual([]);
    expect((await server.api.call("getPage", { params: { page_id: pageId } })).title).not.toContain("Dear");
  });

  test("is told of every text with a token that is empty for an audience: entries, buttons, forms and what search engines read", async () => {
    const { api } = server;
    const { formId } = await api.call("createForm", {
      body: { name: "Talk", instructions: "Dear {{ person.phoneNumber }}", fields: [] },
    });
    const { topicId } = await api.call("createTopic", { body: { title: "About {{ account.name | default: 'you' }}" } });
    const content = { type: "text", content: "{{ person.email }} and {{ person.firstName }}" };
    await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    const told = await makePage(api, {
      name: "Told",
      pageContext: "Not for visitors: {{ person.linkedinProfileUrl }}",
      actions: [
        { actionId: "one", actionType: "url", buttonTitle: "For {{ person.lastName }}", url: "https://a.example", purpose: "" },
        { actionId: "two", actionType: "form", buttonTitle: "Talk, {{ person.domain }}", url: formId, purpose: "" },
      ],
      metadata: { description: "{{ person.linkedinProfileUrl }}" },
    });
    await api.call("setPageTopics", { params: { page_id: told }, body: { topicIds: [topicId] } });
    const { audience_id } = await makeAudience(api, { personId: ada }, told);
    await using watched = await open();
    const { page } = watched;
    const notice = page.getByRole("alert").filter({ hasText: "tokens are empty for them" });
    const expected = [
      "person.domain in title of button 2: nothing is shown",
      "person.linkedinProfileUrl in description of metadata: nothing is shown",
      "person.phoneNumber in instructions of form 1: nothing is shown",
      "account.name in title of topic 1: its default is shown",
      "person.email in entry 1 of topic 1: nothing is shown",
    ];
    for (const path of [
      `/pages/${told}/audiences/${audience_id}`,
      `/pages/${told}?tab=content&seen=yes&audienceId=${audience_id}`,
    ]) {
      await go(page, path);
      await notice.waitFor();
      expect((await notice.getByRole("listitem").allTextContents()).toSorted()).toEqual(expected.toSorted());
    }
  });

  test("can still go back with one click after many changes were previewed", async () => {
    await using watched = await open();
    const { page } = watched;
    await go(page, "/pages");
    await page.getByRole("link", { name: "Spring" }).click();
    await page.getByRole("tab", { name: "Content" }).click();
    await page.getByRole("button", { name: "See it as they do" }).click();
    for (const title of ["One", "Two", "Three"]) {
      await page.getByLabel("Title").fill(title);
      await framed(page, "On a phone", title);
    }
    await page.goBack();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("tab", { name: "Audiences", selected: true }).waitFor();
  });

  test("is told why a change can't be shown, and still sees the page as it was", async () => {
    await using watched = await open();
    const { page } = watched;
    await go(page, `/pages/${pageId}?tab=content&seen=yes`);
    await page.getByLabel("Title").fill("Fine");
    await framed(page, "On a phone", "Fine");
    await page.getByLabel("Title").fill("{{ nonsense }}");
    await page.getByText("page.title").first().waitFor();
    await framed(page, "On a phone", "Fine");
  });

  test("sees what an audience's own values would change, and any page as a person who has none", async () => {
    await using watched = await open();
    const { page, complaints } = watched;
    const { api } = server;
    const title = "Hello {{ audience.name }}";
    const named = await makePage(api, { name: "Named" });
    await api.call("updatePage", { params: { page_id: named }, body: { title } });
    const { audience_id } = await makeAudience(api, { personId: ada }, named);
    await go(page, `/pages/${named}/audiences/${audience_id}?tab=overrides`);
    await page.getByLabel("Name", { exact: true }).fill("Countess");
    await framed(page, "On a phone", "Hello Countess");
    const { personId } = await api.call("createPerson", { body: { name: "Grace Hopper" } });
    await go(page, `/persons/${personId}?pageId=${named}`);
    await framed(page, "On a desktop", "Hello Grace Hopper");
    expect(complaints).toEqual([]);
  });
});
