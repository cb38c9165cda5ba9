import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { failureInWords } from "../../../console/screens/events/webhook/failure-words";
import { failures } from "../../../server/outgoing/outgoing-failure";
import { sql } from "../../../server/storage/sql";
import { axeViolations } from "../../support/browser/axe";
import { takePicture } from "../../support/browser/browser";
import { inConsole } from "../../support/browser/console";
import { tenantIdOf } from "../../support/database/rows";
import { ask, publish, shopEntries } from "../../support/features/questions";
import { localReceivers, Receiver } from "../../support/network/receiver";
import { until } from "../../support/service/jobs";

const phone = { viewport: { width: 390, height: 844 } };

test("whoever reads why a delivery failed reads words", () => {
  for (const failure of [...failures, "http_status", "event_erased"])
    expect(failureInWords(failure)).not.toBe(failure.replaceAll("_", " "));
  expect(failureInWords("something_new")).toBe("something new");
});

inConsole(
  "somebody who looks after things",
  ({ service, api, open }) => {
    let receiver: Receiver;

    beforeAll(async () => {
      receiver = await Receiver.start();
    });
    afterAll(() => receiver.stop());

    const makeWebhook = async () => {
      const body = { url: receiver.url, events: ["topic.created"] };
      const { subscriptionId } = await api().call("createWebhookSubscription", { body });
      return { subscription_id: subscriptionId };
    };
    const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

    test("deletes an entry of a topic only when they say so again", async () => {
      const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
      for (const content of ["First", "Second"]) {
        const body = { content: { type: "text", content } };
        await api().call("createTopicEntry", { params: { topic_id: topicId }, body });
      }
      const entries = async () =>
        (await api().call("getTopic", { params: { topic_id: topicId } })).entries.map(({ content }) => content.content);
      const { page, complaints } = await open(`/topics/${topicId}`, phone);
      const question = page.getByRole("dialog", { name: "Delete?" });
      const remove = async () => {
        await press(page, "More for entry 1");
        await page.getByRole("menuitem", { name: "Delete" }).click();
        await question.waitFor();
      };
      await remove();
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, "console delete an entry on a phone.png");
      await press(page, "Keep it");
      await question.waitFor({ state: "hidden" });
      expect(await entries()).toEqual(["First", "Second"]);
      await remove();
      await question.getByRole("button", { name: "Delete" }).click();
      await question.waitFor({ state: "hidden" });
      expect(await entries()).toEqual(["Second"]);
      expect(complaints).toEqual([]);
    });

    test("replaces a webhook's secret once, however fast they click, and sees it until they are done", async () => {
      const params = await makeWebhook();
      const { page, complaints } = await open("/webhooks");
      await page.goto(`${service().origin}/console/webhooks/${params.subscription_id}`);
      await press(page, "New secret");
      const dialog = page.getByRole("dialog", { name: "New secret" });
      await dialog.getByRole("button", { name: "Replace the secret" }).dblclick();
      await dialog.getByText("Here is the secret").waitFor();
      await page.mouse.click(5, 5);
      await page.keyboard.press("Escape");
      expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
      await page.goBack();
      const question = page.getByRole("dialog", { name: "Leave the secret?" });
      await question.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, "console leave the secret.png");
      await question.getByRole("button", { name: "Stay here" }).click();
      await question.waitFor({ state: "hidden" });
      expect(await dialog.getByText(/^whsec_/).count()).toBe(1);
      await dialog.getByRole("button", { name: "Done" }).click();
      await dialog.waitFor({ state: "hidden" });
      const { items } = await api().call("listEvents", { query: { limit: 100 } });
      const rotations = items.filter(({ type }) => type === "webhook_subscription.secret_rotated");
      expect(rotations).toHaveLength(1);
      expect(complaints).toEqual([]);
    });

    test("pauses a webhook, resumes it, and sends again what failed", async () => {
      const params = await makeWebhook();
      const details = () => api().call("getWebhookSubscriptionDetails", { params });
      const deliveries = async () => (await api().call("listWebhookDeliveries", { params })).items;
      receiver.answer(500);
      await api().call("createTopic", { body: { title: "Lost" } });
      await until(async () => (await deliveries())[0]?.lastStatus === 500);
      await service().db.transaction((tx) =>
        tx.run(sql`
          UPDATE webhook_deliveries SET state = 'failed', next_try_at = NULL, tries_left = 0
          WHERE subscription_id = ${params.subscription_id}`),
      );
      receiver.answer(200);
      const { page, complaints } = await open(`/webhooks/${params.subscription_id}`);
      await press(page, "Pause");
      await until(async () => !(await details()).active);
      await press(page, "Resume");
      await until(async () => (await details()).active);
      await press(page, "Recover");
      await page.getByRole("menuitem", { name: "the last hour" }).click();
      await until(async () => (await deliveries())[0]?.state === "succeeded");
      expect(complaints).toEqual([]);
    });

    test("erases a person", async () => {
      const { personId } = await api().call("createPerson", { body: { name: "Ada Lovelace" } });
      const { page } = await open(`/persons/${personId}`);
      await press(page, "Erase");
      await page.getByRole("dialog", { name: "Erase?" }).getByRole("button", { name: "Erase" }).click();
      await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
      expect((await api().refusal("getPerson", { params: { person_id: personId } })).code).toBe("not_found");
    });

    test("checks a domain's record, and is told what is missing", async () => {
      const { domainId } = await api().call("createDomain", { body: { domain: "hello.acme.example" } });
      const status = async () => (await api().call("getDomain", { params: { domain_id: domainId } })).status;
      const { page } = await open("/domains");
      service().dns.silent = true;
      await press(page, "Check the record");
      await page.getByText("_foyer.hello.acme.example").nth(1).waitFor();
      expect(await status()).toBe("pending");
      service().dns.silent = false;
      await press(page, "Check the record");
      await page.getByText("It is yours").waitFor();
      expect(await status()).toBe("verified");
    });

    test("runs failed work again", async () => {
      const tenantId = await tenantIdOf(service().db, api());
      await service().db.transaction((tx) =>
        tx.run(sql`
          INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, due_at, attempts, last_error, created_at, dead_at)
          VALUES (${tenantId}, 'job_failed', 'addToSearchBlocks', 'upkeep', '{"kind":"assets"}', 0, 0, 5, 'The disk is full', 1000, 2000)`),
      );
      const { page, complaints } = await open("/jobs");
      await press(page, "Run again");
      await page.getByText("Nothing has failed").waitFor();
      expect((await api().call("listFailedJobs", {})).items).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test("opens a question again that was ignored", async () => {
      const { path } = await publish(service(), shopEntries);
      await ask(service(), path, "Who was the first emperor of China?");
      const found = async () => (await api().call("listQuestions", {})).items[0];
      const params = { question_id: (await found())?.questionId as string };
      await api().call("updateQuestion", { params, body: { status: "ignored" } });
      const { page, complaints } = await open("/questions?tab=all");
      await press(page, "Reopen");
      await until(async () => (await found())?.status === "unanswered");
      await page.getByRole("button", { name: "Ignore", exact: true }).waitFor();
      expect(complaints).toEqual([]);
    });
  },
  { outgoingRules: localReceivers },
);
