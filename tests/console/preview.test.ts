import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/browser/browser";
import { oneEngine, useConsole, useServer } from "../support/browser/console";
import { makeAudience, makePage } from "../support/features/versions";

setDefaultTimeout(120_000);

inBrowser("in the console", (browser) => {
  describe.each(oneEngine)("somebody [%s]", (engine) => {
    const { api, open, go } = useConsole(browser, useServer(engine));
    let pageId: string;
    let ada: string;

    beforeAll(async () => {
      pageId = await makePage(api(), { name: "Spring" });
      ({ personId: ada } = await api().call("createPerson", { body: { name: "Ada Lovelace" } }));
    });

    const framed = (page: Page, title: string, words: string) =>
      page.frameLocator(`iframe[title="${title}"]`).getByRole("heading", { level: 1, name: words }).waitFor();

    test("is told of every text with a token that is empty for an audience: entries, buttons, forms and what search engines read", async () => {
      const { formId } = await api().call("createForm", {
        body: { name: "Talk", instructions: "Dear {{ person.phoneNumber }}", fields: [] },
      });
      const { topicId } = await api().call("createTopic", { body: { title: "About {{ account.name | default: 'you' }}" } });
      const content = { type: "text", content: "{{ person.email }} and {{ person.firstName }}" };
      await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
      const told = await makePage(api(), {
        name: "Told",
        pageContext: "Not for visitors: {{ person.linkedinProfileUrl }}",
        actions: [
          { actionId: "one", actionType: "url", buttonTitle: "For {{ person.lastName }}", url: "https://a.example", purpose: "" },
          { actionId: "two", actionType: "form", buttonTitle: "Talk, {{ person.domain }}", url: formId, purpose: "" },
        ],
        metadata: { description: "{{ person.linkedinProfileUrl }}" },
      });
      await api().call("setPageTopics", { params: { page_id: told }, body: { topicIds: [topicId] } });
      const { audience_id } = await makeAudience(api(), { personId: ada }, told);
      const { page } = await open("/");
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
      const { page } = await open("/pages");
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
      const { page } = await open(`/pages/${pageId}?tab=content&seen=yes`);
      await page.getByLabel("Title").fill("Fine");
      await framed(page, "On a phone", "Fine");
      await page.getByLabel("Title").fill("{{ nonsense }}");
      await page.getByText("page.title").first().waitFor();
      await framed(page, "On a phone", "Fine");
    });

    test("sees what an audience's own values would change, and any page as a person who has none", async () => {
      const title = "Hello {{ audience.name }}";
      const named = await makePage(api(), { name: "Named" });
      await api().call("updatePage", { params: { page_id: named }, body: { title } });
      const { audience_id } = await makeAudience(api(), { personId: ada }, named);
      const { page, complaints } = await open(`/pages/${named}/audiences/${audience_id}?tab=overrides`);
      await page.getByLabel("Name", { exact: true }).fill("Countess");
      await framed(page, "On a phone", "Hello Countess");
      const { personId } = await api().call("createPerson", { body: { name: "Grace Hopper" } });
      await go(page, `/persons/${personId}?pageId=${named}`);
      await framed(page, "On a desktop", "Hello Grace Hopper");
      expect(complaints).toEqual([]);
    });
  });
});
