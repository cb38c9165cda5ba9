import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Scope, scopes } from "../../contract";
import { resources } from "../../contract/access";
import { axeViolations } from "../support/browser/axe";
import { inAllLooks, inBrowser, takePicture, type Watched } from "../support/browser/browser";
import { goWithin, requestsElsewhere, signedIn, useServer } from "../support/browser/console";
import { createShowcase, publishShowcase } from "../support/browser/site";
import { today, todays } from "../support/daily";
import { buildVersion } from "../support/features/versions";
import { visitorTokenIn } from "../support/features/visitor";
import type { TestService } from "../support/service/service";

/** Shown in every screen that can show it; nothing of it may run. */
const hostile = `<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>`;

/** Two lines in pixels. A title in a column that has no room is broken into more. */
const maxHeadHeight = 64;

type Scheme = "light" | "dark";

/** What buttons that change something are called. */
const changing =
  /^(New|Edit|Rename|Make|Add|Save|Delete|Remove|Archive|Restore|Publish|Build|Hide|Show to|Upload|Trash|Revoke|Ignore|Answer|Retry|Run|Send|Pause|Resume|Recover|Redeliver|Go back|Set back|Verify|Check|Import|More for|Choose|Erase)\b/;

/** Mistyped in the address bar: no link leads there. */
const unknownPath = "/nothing/here";

inBrowser("every screen of the console", (browser) => {
  const server = useServer("sqlite");
  const paths: Record<string, string> = {};

  beforeAll(async () => {
    const { api, pagesOrigin } = server();
    const stage = { api, pagesOrigin } as TestService;
    const showcase = await createShowcase(stage);
    const { place, url } = await publishShowcase(stage, showcase, "outbound");
    const opened = await (await fetch(pagesOrigin + new URL(url).pathname)).text();
    const asked = new URLSearchParams({ page: visitorTokenIn(opened), language: "en", question: `Zzyzx? ${hostile}` });
    await fetch(`${pagesOrigin}/_foyer/ask`, { method: "POST", body: asked });
    const { items: questions } = await api.call("listQuestions", {});
    const params = { question_id: questions[0]?.questionId as string };
    await api.call("updateQuestion", { params, body: { status: "unanswered" } });
    const person = await api.call("createPerson", { body: { name: hostile, email: "hostile@attack.example" } });
    await api.call("createAudience", {
      params: { page_id: place.page_id },
      body: { personId: person.personId, customName: hostile },
    });
    await api.call("updatePage", { params: { page_id: place.page_id }, body: { title: "Changed" } });
    await buildVersion(api, place);
    const { items } = await api.call("listAccounts", { query: { domain: "attack.example" } });
    const accountId = items[0]?.accountId as string;
    const { accountLogId, createdAt } = await api.call("createAccountLog", {
      params: { account_id: accountId },
      body: { source: "crm", type: "call", payload: { note: hostile } },
    });
    await api.call("createDomain", { body: { domain: "hello.attack.example" } });
    await api.call("createTopic", { body: { title: hostile, purpose: hostile } });
    const { subscriptionId } = await api.call("createWebhookSubscription", {
      body: { url: "https://hooks.attack.example/<script>globalThis.hit=1</script>", events: ["*"] },
    });
    const subscription = { subscription_id: subscriptionId };
    const { deliveryId } = await api.call("testWebhookSubscription", { params: subscription });
    const page = `/pages/${place.page_id}`;
    const audience = `${page}/audiences/${place.audience_id}`;
    Object.assign(paths, {
      Home: "/",
      Visits: "/visits",
      Figures: "/figures",
      "figures of each page": "/figures?groupBy=page&days=7&interval=hour",
      Leads: "/leads",
      Questions: "/questions",
      "all questions": "/questions?tab=all",
      Pages: "/pages",
      "a page": page,
      "its content": `${page}?tab=content`,
      "its topics": `${page}?tab=topics`,
      "its publishing": `${page}?tab=publishing`,
      "its figures": `${page}?tab=figures`,
      "an audience": audience,
      "its overrides": `${audience}?tab=overrides`,
      "its fields": `${audience}?tab=fields`,
      "its versions": `${audience}?tab=versions`,
      "its history": `${audience}?tab=history`,
      Topics: "/topics",
      "a topic": `/topics/${showcase.topicIds[0]}`,
      Brands: "/brands",
      Forms: "/forms",
      Assets: "/assets",
      Trash: "/assets?tab=trash",
      Audiences: "/audiences",
      Persons: "/persons",
      "a person": `/persons/${person.personId}`,
      Accounts: "/accounts",
      "an account": `/accounts/${accountId}`,
      "an entry in its timeline": `/accounts/${accountId}?moment=log:${accountLogId}:${createdAt}`,
      "its log": `/accounts/${accountId}?tab=logs`,
      Import: "/import",
      Links: "/links",
      Domains: "/domains",
      Webhooks: "/webhooks",
      "a webhook": `/webhooks/${subscriptionId}`,
      "one of its deliveries": `/webhooks/${subscriptionId}?delivery=${deliveryId}`,
      "how to verify": `/webhooks/${subscriptionId}?tab=verify`,
      Settings: "/settings",
      "API keys": "/keys",
      "Failed jobs": "/jobs",
      Events: "/events",
      "what is not there": unknownPath,
    });
  });

  const sizes = {
    "on a desktop": { width: 1_280, height: 800 },
    "on a phone": { width: 390, height: 844 },
    "on a tablet": { width: 820, height: 1_180 },
  };
  const schemes = ["light", "dark"] as const;

  /** Each screen in one of the sizes and one of the schemes, tomorrow in others; all of them in all with `npm run test:console`. */
  const screensOf = (turn: number) =>
    Object.entries(paths).filter((_, index) => inAllLooks || (index + today) % Object.keys(sizes).length === turn);
  const schemesOf = (index: number) => ((index + Math.floor(today / 2)) % 2 === 0 ? schemes : schemes.toReversed());
  /** Looking for all that is not accessible takes longer than showing a screen: half of them today, the others tomorrow. */
  const isChecked = (name: string) => todays(2, Object.keys(paths)).includes(name);

  /** One for all sizes: a script that has run before takes a fraction of the time. */
  let tab: Promise<Watched> | undefined;
  const tabOfAllSizes = () => (tab ??= signedIn(browser(), server().origin, server().api.key));
  afterAll(async () => (await tab)?.context.close());

  for (const [turn, [size, viewport]] of Object.entries(sizes).entries()) {
    test(`${size}, in light and in dark: accessible, without errors, and nothing from elsewhere`, async () => {
      const watched = await tabOfAllSizes();
      const { page, complaints, settled } = watched;
      await page.setViewportSize(viewport);
      const found: string[] = [];
      for (const [index, [name, path]] of screensOf(turn).entries()) {
        const [first, other] = schemesOf(index);
        await page.emulateMedia({ colorScheme: first as Scheme });
        if (path === unknownPath) await page.goto(`${server().origin}/console${path}`);
        else await goWithin(page, `/console${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await settled();
        if (isChecked(name)) for (const violation of await axeViolations(page)) found.push(`${name}: ${violation}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (width > 0) found.push(`${name} is ${width} pixels too wide`);
        const heads = await page.locator(".table-frame thead").evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
        if (Math.max(0, ...heads) > maxHeadHeight) found.push(`${name} has columns too narrow for their titles`);
        await takePicture(page, `console ${first} ${size} ${name}.png`);
        if (!inAllLooks) continue;
        await page.emulateMedia({ colorScheme: other as Scheme });
        await page.locator(`html[data-mantine-color-scheme=${other}]`).waitFor();
        for (const violation of await axeViolations(page, "colours")) found.push(`${name} in ${other}: ${violation}`);
        await takePicture(page, `console ${other} ${size} ${name}.png`);
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requestsElsewhere(watched, server().origin, server().pagesOrigin)).toEqual([]);
      expect(await page.evaluate("globalThis.hit")).toBeUndefined();
    });
  }

  test("with a key that may only look: no button that changes something, and nothing that is refused", async () => {
    const { api, origin } = server();
    const reading = scopes.filter((scope) => scope.endsWith(":read"));
    const { key } = await api.call("createApiKey", { body: { name: "Looks", scopes: reading } });
    await using watched = await signedIn(browser(), origin, key as string);
    const { page, complaints, settled } = watched;
    const found: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) found.push(`${page.url()} asks for ${response.request().method()} ${response.url()}`);
    });
    for (const [name, path] of todays(2, Object.entries(paths))) {
      if (path === unknownPath) continue;
      await goWithin(page, `/console${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await settled();
      const buttons = await page
        .locator("main")
        .locator("button:not([role=tab]), a[role=button], input[type=checkbox], input[type=file]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") || each.textContent || ""));
      found.push(...buttons.filter((label) => changing.test(label)).map((label) => `${name}: ${label}`));
    }
    expect([...new Set(found)]).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("with a key for one resource alone: no screen asks for what is refused", async () => {
    const { api, origin } = server();
    const watched = await tabOfAllSizes();
    const { page, settled } = watched;
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(`${page.url()} asks for ${response.request().method()} ${response.url()}`);
    });
    for (const resource of todays(4, resources)) {
      const held: Scope[] = [`${resource}:read`, `${resource}:write`];
      const { key } = await api.call("createApiKey", { body: { name: resource, scopes: held } });
      const session = JSON.stringify({ key, isOwn: false, scopes: held });
      await page.evaluate((kept) => sessionStorage.setItem("foyer-console-session", kept), session);
      await page.goto(`${origin}/console${unknownPath}`);
      for (const path of ["/", ...Object.values(paths).filter((each) => resourceOf(each) === resource)]) {
        await goWithin(page, `/console${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await settled();
      }
    }
    expect([...new Set(refused)]).toEqual([]);
  });
});

/** Whose scope a screen needs, where it is not called like its address. */
const resourceAt: Record<string, string> = {
  visits: "sessions",
  figures: "sessions",
  leads: "form_submissions",
  import: "persons",
  links: "page_links",
  webhooks: "webhook_subscriptions",
  keys: "api_keys",
};

function resourceOf(path: string): string {
  if (path.includes("/audiences/")) return "audiences";
  const place = path.split(/[/?]/)[1] as string;
  return resourceAt[place] ?? place;
}
