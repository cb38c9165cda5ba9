import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { consentField } from "../../contract";
import { sql } from "../../server/storage/sql";
import { inBrowser } from "../support/browser/browser";
import { goWithin, requestsElsewhere, signedIn } from "../support/browser/console";
import { createHostilePage, hostileFields, numberOf } from "../support/browser/hostile";
import { tenantIdOf } from "../support/database/rows";
import { ask } from "../support/features/questions";
import { ownHost, post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, TabByHand, trackerTokenIn } from "../support/features/visits";
import { localReceivers, Receiver } from "../support/network/receiver";
import { payloads } from "../support/samples/payloads";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

/** Which of the payloads each field has; another number gives each another one. */
const world = 12;
/** Texts that are written beside the hostile page, by what they are: marked with numbers that no field of it has. */
const others: string[] = [];

function hostile(name: string): string {
  if (!others.includes(name)) others.push(name);
  const number = 1_000 + others.indexOf(name);
  // What may not hold an address or a line is not refused for these.
  const payload = (payloads[(world + number) % payloads.length] as string).replaceAll(/[@\n\ud800-\udfff]/g, "");
  return `~${number}~ ${payload}`;
}

/** Of what is accepted, no screen shows these. */
const neverShown = [
  // Only lists of addresses have it.
  "createAudience externalId",
  // Changed afterwards, or the audience has its own.
  "createAudience supplementaryContext",
  "createBrand name",
  // Identifiers within a page, which are told by the names of what they identify.
  "createPage actionCardWidgets[].logos[].image.fileId",
  "createPage actions[].actionId",
  "createPage footerLinks[].id",
  "createPage footerLinks[].links[].id",
  // Rules that the console does not know, and a colour.
  "createPage metadata.robots[]",
  "createPage metadata.themeColor",
  // Not sent by the hostile page; a form's are sent below.
  ...["createBrand", "updateBrand"].flatMap((id) =>
    ["darkLogo.altText", "darkLogo.assetId", "darkLogo.url", "fontAssetIds[]", "logo.altText"].map((field) => `${id} ${field}`),
  ),
  ...["next.title", "next.url", "thanks.text", "thanks.title"].map((field) => `createForm ${field}`),
].sort();

/** Names for machines. */
const neverShownOthers = ["a click's component", "a click's action"];

inBrowser("a text is a text in every screen of the console, whatever is in it", (browser) => {
  const service = useService("sqlite", { outgoingRules: localReceivers });
  let receiver: Receiver;
  const refused = new Set<string>();
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const { api, db } = service();
    receiver = await Receiver.start();
    receiver.answer(500, {}, hostile("a receiver's answer"));
    const { subscriptionId } = await api.call("createWebhookSubscription", {
      body: { url: `${receiver.origin}/${encodeURI(hostile("a receiver's address"))}`, events: ["question.asked"] },
    });
    const page = await createHostilePage(service(), world, true, ({ name }) => refused.add(name));
    const { pathname } = new URL(page.url);
    const { items: audiences } = await api.call("listTenantAudiences", {});
    const personId = audiences[0]?.personId as string;
    const { items: accounts } = await api.call("listAccounts", {});
    const accountId = accounts[0]?.accountId as string;
    await api.call("createAccountLog", {
      params: { account_id: accountId },
      body: {
        source: "crm",
        type: "call",
        payload: { [hostile("a log's key")]: hostile("a log's value") },
      },
    });
    await api.call("createMessage", { params: page.place, body: { text: hostile("a message") } });
    await api.call("createApiKey", { body: { name: hostile("a key's name"), scopes: ["pages:read"] } });
    await api.call("updateSettings", { body: { synonyms: [[hostile("a synonym"), "other"]] } });
    await db.transaction(async (tx) =>
      tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, due_at, attempts, last_error, created_at, dead_at)
        VALUES (${await tenantIdOf(db, api)}, ${"job_01jcq0000000000000000000aa"}, 'addToSearchBlocks', 'upkeep', '{"kind":"assets"}', 0, 0, 5,
          ${hostile("a job's error")}, ${Date.now()}, ${Date.now()})`),
    );
    const { items: forms } = await api.call("listForms", {});
    await api.call("updateForm", {
      params: { form_id: forms.find(({ fields }) => fields.length === 4)?.formId ?? "" },
      body: {
        thanks: { title: hostile("a form's thanks"), text: hostile("what a form's thanks say") },
        next: { title: hostile("where a form leads"), url: "/next" },
      },
    });
    await beVisited(pathname);
    await ask(service(), pathname, `Zzyzx? ${hostile("a question")}`);
    await until(() => receiver.delivered.length > 0);
    const { items: topics } = await api.call("listTopics", {});
    Object.assign(ids, {
      pageId: page.place.page_id,
      audienceId: page.place.audience_id,
      topicId: topics[0]?.topicId,
      personId,
      accountId,
      subscriptionId,
    });
  });

  afterAll(() => receiver?.stop());

  /** Whatever a visitor can write, in a visit and in a form. */
  async function beVisited(path: string): Promise<void> {
    const { html } = await visit(service(), path);
    const tab = new TabByHand(service(), trackerTokenIn(html));
    const utm = ["source", "medium", "campaign", "term", "content"].map((name) => [`utm_${name}`, hostile(`utm_${name}`)]);
    const clicked = ["component", "label", "context", "action"].map((part) => hostile(`a click's ${part}`));
    await tab.send(20_000, [
      tab.event("s", 0, `?${new URLSearchParams(utm)}`, 0),
      tab.event("i", 1_000),
      tab.event("c", 2_000, ...clicked),
      tab.event("t", 0, 20_000),
    ]);
    const [form] = (await service().api.call("listForms", {})).items.filter(({ fields }) => fields.length === 4);
    const sent = { form: form?.formId ?? "", page: visitorTokenIn(html), _visit: `visit_${tab.visitKey}` };
    const size = form?.fields[0]?.options[0] ?? "";
    const written = {
      size,
      news: "yes",
      [consentField]: valueIn(html, consentField),
      more: hostile("a lead's text"),
      other: hostile("a lead's other text"),
    };
    const { status, html: answer } = await post(service(), "/_foyer/forms", { ...sent, ...written });
    expect({ status, answer: status === 200 ? "" : answer }).toEqual({ status: 200, answer: "" });
    await computed(service());
  }

  /** Of a field, as a browser reads it. */
  function valueIn(html: string, name: string): string {
    let value = "";
    new HTMLRewriter()
      .on(`[name="${name}"]`, { element: (field) => void (value = field.getAttribute("value") ?? "") })
      .transform(html);
    const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&", "&#39;": "'" };
    return value.replace(/&(?:lt|gt|quot|amp|#39);/g, (entity) => entities[entity] as string);
  }

  test("nothing of it runs, loads or becomes markup, even without the Content-Security-Policy; and every text was shown", async () => {
    const { origin, api } = service();
    await using watched = await signedIn(browser(), origin, api.key, {
      bypassCSP: true,
      viewport: { width: 1_600, height: 1_400 },
    });
    const { page, settled } = watched;
    page.on("dialog", (dialog) => {
      found.push(`said ${dialog.message()}`);
      void dialog.dismiss();
    });
    const found: string[] = [];
    const seen = new Set<number>();
    const look = async (place: string) => {
      await settled();
      await until(async () => (await page.getByLabel("Loading").count()) === 0);
      await settled();
      const { foreign, marks } = await anatomyOf(page);
      expect({ place, origin: new URL(page.url()).origin, found: [...found, ...foreign] }).toEqual({ place, origin, found: [] });
      for (const mark of marks) seen.add(mark);
    };
    const walk = async (isAgain: boolean) => {
      for (const path of await pathsOfScreens()) {
        if (isAgain && isAllSeen()) return;
        const filled = path.replaceAll(/\$(\w+)/g, (_, name) => ids[name] ?? `no ${name}`);
        await goWithin(page, `/console${filled}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await settled();
        const tabs = await page.getByRole("tab").all();
        const pressed: string[] = [];
        for (const tab of tabs.length > 0 ? tabs : [undefined]) {
          await tab?.evaluate((button) => (button as HTMLElement).click());
          if (tab) await until(async () => (await tab.getAttribute("aria-selected")) === "true");
          await look(`${path} ${await tab?.textContent()}`);
          await lookIntoDialogs(page, pressed, settled, () => look(`${path}, a dialog`));
        }
      }
    };
    const missing = () => hostileFields.filter(({ name }) => !seen.has(numberOf(name)) && !refused.has(name));
    const isAllSeen = () => missing().length <= neverShown.length;
    // On a busy machine a dialog may open after it was waited for.
    for (let walks = 0; walks < maxWalks && !isAllSeen(); walks += 1) await walk(walks > 0);
    expect(requestsElsewhere(watched, origin, `http://${ownHost}`)).toEqual([]);
    expect(
      missing()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(neverShown);
    expect(others.filter((_, index) => !seen.has(1_000 + index))).toEqual(neverShownOthers);
  });
});

/** As they are listed: a screen that is added is looked at too. */
async function pathsOfScreens(): Promise<string[]> {
  const listed = await Bun.file(join(import.meta.dir, "../../console/screens.ts")).text();
  return [...listed.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path as string);
}

/** These change something at once. */
const changing = /Export|Delete|Trash|Revoke|Archive|Undo|Retry|Restore|Go back|Save|Add|Ignore|Hide|Show|Build|Verify|Send|Sign/;
const mostRows = 3;
const maxWalks = 3;
/** Many buttons open none. One that asks for something first is waited for until it is there. */
const dialogMs = 400;
/** What is beside a screen's tabs is the same on each of them. */
const besideTabs = "beside tabs: ";

/** Opens what a screen opens over itself: editors, answers, and the first visits, leads or entries of a timeline. */
async function lookIntoDialogs(
  page: Page,
  pressedBefore: string[],
  settled: () => Promise<unknown>,
  look: () => Promise<void>,
): Promise<void> {
  const pressed = [...pressedBefore];
  const dialogs = page.getByRole("dialog");
  for (let next = await pressNext(page, pressed); next !== undefined; next = await pressNext(page, pressed)) {
    pressed.push(next);
    if (next.startsWith(besideTabs)) pressedBefore.push(next);
    await settled();
    await dialogs
      .first()
      .waitFor({ timeout: dialogMs })
      .catch(() => {});
    // On a busy machine there may be two: that of the button before came late.
    for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
      await look();
      await page.keyboard.press("Escape");
      await until(async () => (await dialogs.count()) < open);
    }
  }
}

/** Presses a button that was not pressed yet, and says which. Not with the mouse: a dialog that comes late would be in the way. */
function pressNext(page: Page, pressed: readonly string[]): Promise<string | undefined> {
  return page.evaluate(
    async ({ pressed, changing, mostRows, besideTabs }) => {
      const rows = [...document.querySelectorAll<HTMLElement>("main .text-button")].slice(0, mostRows);
      const buttons = [...document.querySelectorAll<HTMLElement>("main button:not(.text-button, [role=tab], :disabled)")];
      const named = [
        ...rows.map((row, index) => [`row ${index}`, row] as const),
        ...buttons
          .filter(({ textContent }) => textContent)
          .map((button) => [placeOf(button) + button.textContent, button] as const),
      ];
      const isNew = (name: string) => !pressed.includes(name) && !new RegExp(changing).test(name);
      const [name, button] = named.find(([name]) => isNew(name)) ?? [];
      button?.click();
      // By then it was drawn, or asks for what it needs.
      for (let frame = 0; frame < 2 && button; frame += 1) await new Promise(requestAnimationFrame);
      return name;

      function placeOf(button: HTMLElement): string {
        const hasTabs = document.querySelector("main [role=tabpanel]") !== null;
        return hasTabs && button.closest("[role=tabpanel]") === null ? besideTabs : "";
      }
    },
    { pressed, changing: changing.source, mostRows, besideTabs },
  );
}

interface Anatomy {
  /** What no text may bring along. */
  foreign: string[];
  marks: number[];
}

function anatomyOf(page: Page): Promise<Anatomy> {
  return page.evaluate(() => {
    const foreign: string[] = [];
    const wrong = (element: Element, what: string) => foreign.push(`${what}: ${element.outerHTML.slice(0, 200)}`);
    const schemes = /^(https?|mailto|tel|blob|data:image\/)/;
    for (const element of document.querySelectorAll("*")) {
      if (/^(base|object|embed|math|marquee|video|audio|details|animate)$/.test(element.localName)) wrong(element, "element");
      if (element.localName === "meta" && element.hasAttribute("http-equiv")) wrong(element, "element");
      // Our own have a nonce, which nobody can know.
      if (element instanceof HTMLScriptElement && element.nonce === "" && !element.src.startsWith(`${location.origin}/console/`))
        wrong(element, "script");
      for (const name of element.getAttributeNames()) {
        if (name.startsWith("on") || name === "srcdoc") wrong(element, name);
        const isAddress =
          /^(href|src|action|formaction|data|poster|background)$/.test(name) && element.namespaceURI?.endsWith("xhtml");
        const value = element.getAttribute(name) as string;
        if (isAddress && !schemes.test(new URL(value, location.href).href)) wrong(element, `${name} ${value}`);
      }
    }
    if ("__pwned" in window) foreign.push(`payload ${(window as { __pwned?: unknown }).__pwned} ran`);
    const inputs = [...document.querySelectorAll("input, textarea")].map((input) => (input as HTMLInputElement).value);
    const text = document.documentElement.outerHTML + inputs.join(" ");
    const marks = [...text.matchAll(/~(\d+)~/g)].map(([, number]) => Number(number));
    return { foreign, marks: [...new Set(marks)] };
  });
}
