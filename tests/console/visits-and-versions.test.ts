import { expect, test } from "bun:test";
import { reasonInWords } from "../../console/parts/visits/kind-words";
import { sql } from "../../server/storage/sql";
import { kindOf, kindRules, unreadableReason } from "../../server/visits/kinds";
import { inConsole } from "../support/browser/console";
import { todays } from "../support/daily";
import { tenantIdOf } from "../support/database/rows";
import { addSession, interaction } from "../support/features/sessions";
import { buildVersion, makeAudience, makePage } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { until } from "../support/service/jobs";

const dayMs = 86_400_000;

test("every reason for a visit's kind is told in plain words", () => {
  const noEvidence = { signals: new Set<never>(), firstInputsMs: [], hasTime: false, isAutomated: false };
  const nothing = kindOf({
    ...noEvidence,
    hasTyped: false,
    hasAsked: false,
    hasSentForm: false,
    hasSentPrefilledForm: false,
  }).reasons;
  for (const reason of [...kindRules.map((rule) => rule.reason), unreadableReason, ...nothing]) {
    expect(reasonInWords(reason)).toEndWith(".");
  }
});

inConsole("somebody", ({ service, api, open, openAnew, go }) => {
  test("renames a brand, and its logo and the logo's text stay; taken out, the logo is gone", async () => {
    const logo = { url: "https://cdn.example/logo.svg", altText: "An anvil" };
    const { brandId } = await api().call("createBrand", { body: { name: "Acme", logo } });
    const stored = () => api().call("getBrand", { params: { brand_id: brandId } });
    const { page, complaints } = await open("/brands");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Name").fill("Acme Anvils");
    expect(await dialog.getByRole("combobox", { name: "Logo", exact: true }).inputValue()).toBe(logo.url);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await stored()).logo).toEqual({ assetId: null, ...logo });
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("No logo").click();
    await dialog.getByRole("textbox", { name: "Letters on the main colour" }).fill("#111111");
    await dialog.getByRole("combobox", { name: "Font", exact: true }).click();
    await page.getByRole("option", { name: "Plus Jakarta Sans" }).click();
    await dialog.getByRole("switch", { name: "Dark mode" }).press("Space");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    const saved = await stored();
    expect(saved).toMatchObject({ logo: null, darkLogo: null, font: "plus-jakarta-sans", darkMode: "off" });
    expect(saved.colors.onPrimary).toBe("#111111");
    expect(complaints).toEqual([]);
  });

  test("can't go back to a version that shows the same as the live one, and is told so", async () => {
    const { accountId } = await api().call("createAccount", { body: { domain: "rebuilt.example" } });
    const params = { page_id: await makePage(api()) };
    await api().call("updatePage", { params, body: { title: "First" } });
    service().stepClock(-dayMs);
    const place = await makeAudience(api(), { accountId }, params.page_id);
    service().stepClock(dayMs);
    await api().call("createAccountLog", {
      params: { account_id: accountId },
      body: { source: "crm", type: "call", payload: {} },
    });
    await buildVersion(api(), place);
    const { page, complaints } = await open(`/pages/${place.page_id}/audiences/${place.audience_id}?tab=versions`);
    const back = page.getByRole("button", { name: "Go back to it" });
    const row = (version: string) =>
      page.getByRole("row").filter({ has: page.getByRole("cell", { name: version, exact: true }) });
    await page.getByText("These two versions show the same.").waitFor();
    await page.getByText("Shows the same as the live one").waitFor();
    expect(await back.isDisabled()).toBe(true);

    await api().call("updatePage", { params, body: { title: "Second" } });
    await buildVersion(api(), place);
    await api().call("updatePage", { params, body: { title: "First" } });
    await buildVersion(api(), place);
    await page.reload();
    await page.getByText("1 field differs.").waitFor();
    expect(await page.getByText("Shows the same").count()).toBe(0);
    await row("1").getByRole("button", { name: "Go back to it" }).click();
    await row("1").getByText("Shows the same as the live one").waitFor();
    expect(await row("1").getByRole("button", { name: "Go back to it" }).isDisabled()).toBe(true);
    await row("3").getByRole("button", { name: "Go back to it" }).click();
    await page.getByText("Version 3 is live").waitFor();
    expect(complaints).toEqual([]);
  });

  // Either half has a type that prints a date and one that doesn't.
  test.each(todays(2, ["outbound", "call_followup", "custom", "inbound", "sales_deck"] as const))(
    "is told of another date on a page of the type %s where the page prints it, and only there",
    async (pageType) => {
      const pageId = await makePage(api(), { pageType });
      service().stepClock(-dayMs);
      const place = await makeAudience(api(), { customName: pageType }, pageId);
      service().stepClock(dayMs);
      const { versionId } = await buildVersion(api(), place);
      const { url } = await api().call("previewAudienceVersion", { params: { ...place, version_id: versionId } });
      const isPrinted = (await visit(service(), new URL(url).pathname)).html.includes('<p class="date">');
      const { page } = await open(`/pages/${place.page_id}/audiences/${place.audience_id}?tab=versions`);
      const told = page.getByText(/^(1 field differs|These two versions show the same)\.$/);
      await told.waitFor();
      expect(await told.textContent()).toBe(isPrinted ? "1 field differs." : "These two versions show the same.");
      expect(await page.getByRole("cell", { name: "Date", exact: true }).count()).toBe(isPrinted ? 1 : 0);
      expect(await page.getByRole("button", { name: "Go back to it" }).isDisabled()).toBe(!isPrinted);
    },
  );

  test("sees machines' visits of all kinds with one click, and why none of them counts", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const place = await makeAudience(api(), { customName: "Mail gateway" });
    const visitOf = async (kind: string, reasons: string[], startedAt: number) => {
      const where = { pageId: place.page_id, audienceId: place.audience_id, startedAt };
      const { analyticsSessionId } = await addSession(db, tenantId, where);
      await db.transaction((tx) =>
        tx.run(sql`
            UPDATE audience_sessions SET kind = ${kind}, kind_reasons = ${JSON.stringify(reasons)}
            WHERE tenant_id = ${tenantId} AND analytics_session_id = ${analyticsSessionId}`),
      );
    };
    const now = Date.now();
    await visitOf("person", ["form_sent"], now - 1_000);
    await visitOf("bot", ["webdriver"], now - 2_000);
    await visitOf("scanner", ["decoy_link", "input_too_soon"], now - 3_000);
    await visitOf("bot", ["head_request"], now - 4_000);
    const { page, complaints } = await open("/visits");
    await page.getByText("1 in all").waitFor();
    await page.getByRole("radiogroup", { name: "Who" }).getByText("Machines").click();
    await page.getByText("3 in all").waitFor();
    const rows = page.getByRole("region", { name: "Visits" }).locator("tbody tr");
    expect((await rows.locator("td:nth-child(7)").allTextContents()).map((text) => text.trim())).toEqual([
      "bot",
      "link scanner",
      "bot",
    ]);
    await rows.nth(1).getByRole("button", { name: "Mail gateway" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByText("Not counted").waitFor();
    expect(await panel.getByRole("listitem").allTextContents()).toEqual([
      "It followed a link that people can't see.",
      "It pressed something sooner than anybody can.",
    ]);
    await panel.getByRole("button", { name: "Close" }).click();
    await page.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "link scanner" }).click();
    await page.getByText("1 in all").waitFor();
    await page.getByRole("radiogroup", { name: "Who" }).getByText("People").click();
    await page.getByRole("combobox", { name: "Kind" }).waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  test("sees at the head of a visit who came, to which page, from where, how long and how far they read", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const pageId = await makePage(api(), { name: "Summer" });
    const place = await makeAudience(api(), { customName: "Grace Hopper" }, pageId);
    const { audienceSessionId } = await addSession(db, tenantId, {
      pageId,
      audienceId: place.audience_id,
      maxScrollDepthPercentage: 80,
      timeSpentSeconds: 93,
      utmSource: "newsletter",
      utmCampaign: "launch",
      startedAt: Date.now() - 5_000,
      interactions: [interaction("Book a call")],
    });
    const { page, complaints } = await open("/visits");
    await page.getByRole("button", { name: "Grace Hopper" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByText("Clicked: Book a call").waitFor();
    await panel.getByText("Opened the page").waitFor();
    await panel.getByText("Scrolled through 80% of the page").waitFor();
    const head = panel.locator("dl");
    await head.getByText("Summer").waitFor();
    const words = (await head.locator("dd").allTextContents()).toSpliced(3, 1);
    expect(words).toEqual(["Grace Hopper", "Summer", "newsletter · launch", "93 sec", "80%"]);
    // The same visit from a link, when the list does not show it.
    const link = new URL(page.url());
    expect(link.searchParams.get("visit")).toBe(audienceSessionId);
    await go(page, `/visits${link.search}&kind=machines`);
    await head.getByText("newsletter · launch").waitFor();
    await head.getByRole("link", { name: "Grace Hopper" }).click();
    await page.getByRole("heading", { level: 1, name: "Grace Hopper" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("tells a person's audiences apart by their pages: in the list, at the person and in the palette", async () => {
    const { personId } = await api().call("createPerson", { body: { name: "Radia Perlman" } });
    const pages = { Bridges: await makePage(api(), { name: "Bridges" }), Trees: await makePage(api(), { name: "Trees" }) };
    for (const pageId of Object.values(pages)) await makeAudience(api(), { personId }, pageId);
    const { page, complaints } = await open("/");
    const rows = page.getByRole("region", { name: "Audiences" }).locator("tbody tr");
    const named = (name: string) => rows.filter({ hasText: "Radia Perlman" }).filter({ hasText: name });
    for (const path of [`/persons/${personId}`, "/audiences"]) {
      await go(page, path);
      for (const name of Object.keys(pages)) await named(name).waitFor();
    }
    await page.getByRole("combobox", { name: "Page" }).click();
    await page.getByRole("option", { name: "Trees" }).click();
    await page.getByText("1 in all").waitFor();
    await named("Trees").waitFor();
    expect(new URL(page.url()).searchParams.get("pageId")).toBe(pages.Trees);
    await page.getByRole("button", { name: /^Search/ }).click();
    await page.getByPlaceholder("Search pages").fill("Radia");
    for (const name of Object.keys(pages)) await page.locator(".mantine-Spotlight-action").filter({ hasText: name }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("finds the links of a page by its name", async () => {
    const page_id = await makePage(api(), { name: "Only one link" });
    await makeAudience(api(), { customName: "Linked" }, page_id);
    await makeAudience(api());
    const { page, complaints } = await open("/links");
    await page.getByRole("combobox", { name: "Page" }).fill("Only one");
    await page.getByRole("option", { name: "Only one link" }).click();
    await page.getByText("1 in all").waitFor();
    const color = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((link) => getComputedStyle(link).color);
    expect(await color(".table-frame a[target=_blank]")).toBe(await color(".table-frame a:not([target])"));
    expect(complaints).toEqual([]);
  });

  test("chooses by its name the form that a button opens", async () => {
    const { formId } = await api().call("createForm", { body: { name: "Apply here", fields: [] } });
    const page_id = await makePage(api());
    const { page, complaints } = await open(`/pages/${page_id}?tab=content`);
    await page.getByRole("button", { name: "Add an action" }).click();
    await page.getByLabel("Button").fill("Apply");
    await page.getByLabel("Where to").fill("https://acme.example");
    await page.getByRole("combobox", { name: "What it does" }).click();
    await page.getByRole("option", { name: "Opens a form" }).click();
    await page.getByRole("combobox", { name: "Which form" }).click();
    await page.getByRole("option", { name: "Apply here" }).click();
    await page.getByRole("button", { name: "Save the actions" }).click();
    await until(async () => (await api().call("getPage", { params: { page_id } })).actions.length === 1);
    await until(() => page.getByRole("button", { name: "Save the actions" }).isDisabled());
    const { actions } = await api().call("getPage", { params: { page_id } });
    expect(actions).toMatchObject([{ buttonTitle: "Apply", actionType: "form", url: formId }]);
    await page.reload();
    const chosen = page.getByRole("combobox", { name: "Which form" });
    await until(async () => (await chosen.inputValue()) === "Apply here");
    expect(complaints).toEqual([]);
  });

  test("sees in the list that a webhook fails, and in the dark that deleting is red", async () => {
    const body = { url: "https://hooks.nowhere.example/in", events: ["person.created"] };
    const { subscriptionId } = await api().call("createWebhookSubscription", { body });
    await api().call("createPerson", { body: { name: "Somebody new" } });
    const params = { subscription_id: subscriptionId };
    const health = async () => (await api().call("getWebhookSubscriptionDetails", { params })).health;
    await until(async () => (await health()).failingSince !== null);
    const watched = await open("/webhooks", { colorScheme: "dark" });
    const { page, complaints } = watched;
    await page.getByRole("row").filter({ hasText: body.url }).getByText("failing").waitFor();
    await go(page, `/webhooks/${subscriptionId}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const color = await page.getByRole("button", { name: "Delete" }).evaluate((button) => getComputedStyle(button).color);
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
    expect(red - Math.max(green, blue)).toBeGreaterThan(80);
    expect(complaints).toEqual([]);
  });

  test("reads times in the console's language with a German browser, and numbers as that browser writes them", async () => {
    const { db } = service();
    const where = await makeAudience(api(), { customName: "Konrad Zuse" });
    const visit = { pageId: where.page_id, audienceId: where.audience_id, startedAt: Date.now() - 50 * dayMs };
    await addSession(db, await tenantIdOf(db, api()), { ...visit, timeSpentSeconds: 93, maxScrollDepthPercentage: 80 });
    await using watched = await openAnew("/visits", { locale: "de-DE" });
    const { page } = watched;
    const row = page.getByRole("row").filter({ hasText: "Konrad Zuse" });
    expect(await row.getByRole("time").textContent()).toBe("2 months ago");
    expect(await row.textContent()).toContain("93 sec");
    expect(await row.textContent()).toContain("80\u00a0%");
  });
});
