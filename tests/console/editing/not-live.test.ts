import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, takePicture } from "../../support/browser/browser";
import { goWithin, signedIn } from "../../support/browser/console";
import { makeAudience, makePage } from "../../support/features/versions";
import { useService } from "../../support/service/service";

inBrowser("in the console, what is saved and not live yet", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  let topicId: string;

  beforeAll(async () => {
    const { brandId } = await api().call("createBrand", { body: { name: "Acme" } });
    const { formId } = await api().call("createForm", { body: { name: "Apply", fields: [] } });
    ({ topicId } = await api().call("createTopic", { body: { title: "Prices" } }));
    const action = { purpose: "", buttonTitle: "Apply", actionType: "form", url: formId };
    const pageId = await makePage(api(), { name: "Spring", brandId, actions: [action] });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    for (let made = 0; made < 2; made += 1) await makeAudience(api(), {}, pageId);
  });

  const open = (options = {}) => signedIn(browser(), service().origin, api().key, options);
  const notice = (page: Page) => page.getByText("Saved, not live for 2 audiences");

  async function publish(page: Page): Promise<void> {
    await notice(page).waitFor();
    await page.getByRole("link", { name: "Spring (2)" }).waitFor();
    await page.getByRole("button", { name: "Publish to all" }).click();
    await notice(page).waitFor({ state: "hidden" });
    await page.getByText(/not live for/).waitFor({ state: "hidden" });
  }

  async function edit(page: Page, card: string, field: string, text: string): Promise<void> {
    await page.locator(".mantine-Card-root").filter({ hasText: card }).getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel(field).fill(text);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  }

  test("is said where a brand is edited, until versions are built", async () => {
    await using watched = await open();
    const { page, complaints } = watched;
    await goWithin(page, "/console/brands");
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect(await notice(page).count()).toBe(0);
    await edit(page, "Acme", "Name", "Acme, Inc.");
    await notice(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console brand not live.png");
    await publish(page);
    expect(complaints).toEqual([]);
  });

  test("is said where a form is edited, on a phone in the dark", async () => {
    await using watched = await open({ viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "de-DE" });
    const { page } = watched;
    await goWithin(page, "/console/forms");
    await edit(page, "Apply", "Words above it", "We answer within a day.");
    await notice(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console form not live on a phone.png");
    await publish(page);
  });

  test("is said where a topic is edited, if a page has the topic", async () => {
    const other = await api().call("createTopic", { body: { title: "Nowhere" } });
    await using watched = await open();
    const { page, settled } = watched;
    await goWithin(page, `/console/topics/${topicId}`);
    await page.getByRole("button", { name: "New entry" }).click();
    await page.getByRole("dialog").getByLabel("Content").fill("It is free.");
    await page.getByRole("button", { name: "Add the entry" }).click();
    await notice(page).waitFor();
    await goWithin(page, `/console/topics/${other.topicId}`);
    await page.getByRole("heading", { name: "Nowhere" }).waitFor();
    await settled();
    expect(await notice(page).count()).toBe(0);
    await goWithin(page, `/console/topics/${topicId}`);
    await publish(page);
  });
});
