import { expect, test } from "bun:test";
import { blocks } from "../../server/rendering/blocks";
import { axeViolations } from "../support/browser/axe";
import { inAllLooks, inBrowser, takePicture, watchedPage } from "../support/browser/browser";
import { requestsElsewhere, signedIn } from "../support/browser/console";
import { today } from "../support/daily";
import { useService } from "../support/service/service";

/** They are alike, and all of a long page take half a minute to look through. */
const openedDetails = inAllLooks ? Number.MAX_SAFE_INTEGER : 12;

const shown = [
  "/docs",
  "/docs/persons",
  "/docs/audiences",
  "/docs/content",
  "/docs/error_codes",
  "/docs/search?q=audience",
  "/docs/events",
];
const looks = [
  { name: "desktop", viewport: { width: 1_280, height: 800 }, colorScheme: "light" },
  { name: "phone", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
] as const;

inBrowser("whoever reads the reference", (browser) => {
  const service = useService("sqlite");
  const open = async (path: string, options = {}) => {
    const watched = await watchedPage(browser(), { viewport: { width: 1_280, height: 800 }, ...options });
    await watched.page.goto(service().origin + path);
    return watched;
  };

  /** Each page in one of the looks, today or tomorrow; all of them in all with `npm run test:console`. */
  const pathsOf = (turn: number) => shown.filter((_, index) => inAllLooks || (index + today) % (2 * looks.length) === turn);

  for (const [turn, { name, ...look }] of looks.entries()) {
    test(`has pages that fit, break no rule of accessibility and load nothing from elsewhere, on a ${name}`, async () => {
      for (const path of pathsOf(turn)) {
        await using watched = await open(path, look);
        const { page, complaints } = watched;
        await takePicture(page, `reference-${path.replaceAll(/\W+/g, "-")}-${name}.png`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect([path, wide]).toEqual([path, 0]);
        await page.evaluate((count) => {
          for (const details of [...document.querySelectorAll("details")].slice(0, count)) details.open = true;
        }, openedDetails);
        expect(await axeViolations(page)).toEqual([]);
        expect(complaints).toEqual([]);
        expect(requestsElsewhere(watched, service().origin)).toEqual([]);
      }
    });
  }

  test("finds a place while typing, and goes there with the keyboard", async () => {
    await using watched = await open("/docs/topics");
    const { page } = watched;
    await page.keyboard.press("/");
    await page.keyboard.type("cancel batch");
    await page.getByRole("link", { name: "cancelVersionBatch" }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/audiences#cancelVersionBatch");
    await page.getByRole("heading", { name: "Cancel a batch of versions" }).waitFor();
    expect(watched.complaints).toEqual([]);
  });

  test("sees every block as visitors do, in a frame of its own that runs nothing and loads nothing", async () => {
    await using watched = await open("/docs/content");
    const { page, complaints } = watched;
    for (const name of Object.keys(blocks)) {
      const frame = page.getByTitle(`${name}, as visitors see it`);
      await frame.scrollIntoViewIfNeeded();
      const shown = frame.contentFrame().locator("main section > *");
      await shown.first().waitFor();
      expect([name, await shown.first().getAttribute("class")]).toEqual([name, expect.stringMatching(/\bb-|wide/)]);
      await page.waitForFunction(
        (title) => (document.querySelector(`[title^="${title}"]`) as HTMLElement).style.height !== "",
        name,
      );
    }
    expect(complaints).toEqual([]);
    expect(requestsElsewhere(watched, service().origin)).toEqual([]);
    const { headers } = await fetch(`${service().origin}/docs/examples/hero`);
    expect(headers.get("content-security-policy")).toContain(
      "default-src 'none'; img-src data:; frame-ancestors 'self'; sandbox",
    );
    expect((await fetch(`${service().origin}/docs/examples/constructor`)).status).toBe(404);
  });

  test("is led from an address of the time when it was one page", async () => {
    await using watched = await open("/docs#validation_failed");
    await watched.page.waitForURL("**/docs/error_codes#validation_failed");
    await watched.page.goto(`${service().origin}/docs#getPublishState`);
    await watched.page.waitForURL("**/docs/pages#getPublishState");
  });

  test("can read and search it without scripts", async () => {
    await using watched = await open("/docs", { javaScriptEnabled: false });
    const { page } = watched;
    await page.getByRole("searchbox").fill("merge");
    await page.getByRole("searchbox").press("Enter");
    await page.getByRole("link", { name: "listAudienceLinks" }).click();
    await page.getByRole("heading", { name: "List the addresses of a page's audiences, newest first" }).waitFor();
    expect(await page.getByText("Run it").first().isVisible()).toBe(false);
  });

  test("runs examples with a key that they type, which stays in the tab", async () => {
    await using watched = await open("/docs/persons");
    const { page } = watched;
    const create = page.getByRole("region", { name: "Create a person" }).first();
    await create.getByText("Run it").click();
    await create.getByRole("button", { name: "Run" }).click();
    await create.getByText("Type a key first.").waitFor();
    await page.getByLabel("API key for examples").fill(service().api.key);
    await create.getByRole("button", { name: "Run" }).click();
    await create.getByText(/^201 · /).waitFor();
    const answer = JSON.parse((await create.locator(".answer pre").textContent()) ?? "");
    expect(answer.name).toBe("Ada Lovelace");
    await page.goto(`${service().origin}/docs/topics`);
    expect(await page.getByLabel("API key for examples").inputValue()).toBe(service().api.key);
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ""]);

    await page.goto(`${service().origin}/docs/persons#deletePerson`);
    const remove = page.locator("section[aria-labelledby=deletePerson]");
    await remove.getByText("Run it").click();
    await remove.getByLabel("person_id").fill(answer.personId);
    page.once("dialog", (dialog) => dialog.dismiss());
    await remove.getByRole("button", { name: "Run" }).click();
    expect((await service().api.call("getPerson", { params: { person_id: answer.personId } })).name).toBe("Ada Lovelace");
    page.once("dialog", (dialog) => dialog.accept());
    await remove.getByRole("button", { name: "Run" }).click();
    await remove.getByText(/^200 · /).waitFor();
    const gone = await service().api.send("getPerson", { params: { person_id: answer.personId } });
    expect(gone.status).toBe(404);
    expect(watched.complaints).toEqual([]);
  });

  test("runs examples with the console's key, and sees text that came back as text", async () => {
    const name = "<img src=x onerror=alert(1)>";
    await service().api.call("createTopic", { body: { title: name } });
    await using watched = await signedIn(browser(), service().origin, service().api.key);
    const { page } = watched;
    await page.getByLabel("Your session").click();
    const [opened] = await Promise.all([watched.context.waitForEvent("page"), page.getByText("API reference").click()]);
    await opened.goto(`${service().origin}/docs/topics#listTopics`);
    await opened.getByText("Examples run with the console's key.").waitFor();
    const list = opened.locator("section[aria-labelledby=listTopics]");
    await list.getByText("Run it").click();
    await list.getByLabel("limit").fill("1");
    await list.getByRole("button", { name: "Run" }).click();
    await list.getByText(/^200 · /).waitFor();
    expect(await list.locator(".answer pre").textContent()).toContain(name);
    expect(await opened.locator("img").count()).toBe(0);
    expect(watched.complaints).toEqual([]);
  });
});
