import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, looksFor, takePicture, watchedPage } from "../../support/browser/browser";
import { tooWide } from "../../support/browser/looks";
import { type Opened, pageTypes, publishPage } from "../../support/browser/site";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const brief = { name: "brief.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\ntrailer\n<<>>\n%%EOF\n") };

inBrowser("a form in several steps", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  const opened = new Map<string, Opened>();
  let formId: string;

  beforeAll(async () => {
    const fields = [
      { name: "name", label: "Your name", type: "text", required: true, step: "About you" },
      { name: "email", label: "Work e-mail", type: "email", required: true },
      { name: "size", label: "Size of your team", type: "select", options: ["1 to 10", "More"], step: "Your team" },
      { name: "message", label: "What would help you most?", type: "textarea", required: true },
      { name: "brief", label: "Your brief", type: "file", step: "Anything to add" },
    ];
    const words = { buttonTitle: "Ask for a proposal", consent: "I agree to be contacted about this." };
    formId = (await api().call("createForm", { body: { name: "Tell us what you need", fields, ...words } })).formId;
    for (const pageType of pageTypes) {
      for (const language of ["en", "he"]) opened.set(`${pageType} ${language}`, await publish(pageType, language));
    }
  });

  function publish(pageType: (typeof pageTypes)[number], language: string): Promise<Opened> {
    const actions = [{ actionId: "ask", actionType: "form", buttonTitle: "Get a proposal", url: formId, purpose: "" }];
    return publishPage(service(), { pageType, language, name: "A proposal in a day", actions });
  }
  const at = (type: string, language = "en") => opened.get(`${type} ${language}`) as Opened;
  const shown = (page: Page) => page.locator(".step legend:visible").allInnerTexts();
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
  const sentFrom = async ({ place }: Opened) =>
    (await api().call("listFormSubmissions", { query: { audienceId: place.audience_id } })).items;

  test("shows one step at a time, checks it before the next, and goes back without losing anything", async () => {
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page, complaints } = watched;
    await page.goto(at("inbound").url);
    expect(await shown(page)).toEqual(["Step 1 of 3\nAbout you"]);
    expect(await page.locator("button:visible", { hasText: "Back" }).count()).toBe(0);
    await page.getByRole("button", { name: "Next" }).click();
    expect(await focused(page)).toBe("form-1-name");
    await page.getByLabel("Your name").fill("Grace Hopper");
    await page.getByLabel("Work e-mail").fill("not an address");
    await page.keyboard.press("Enter");
    expect(await shown(page)).toEqual(["Step 1 of 3\nAbout you"]);
    await page.getByLabel("Work e-mail").fill("grace@steps.example");
    await page.keyboard.press("Enter");
    expect(await shown(page)).toEqual(["Step 2 of 3\nYour team"]);
    expect(await focused(page)).toContain("Step 2 of 3");
    await page.getByLabel("What would help you most?").fill("Fewer meetings");
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByLabel("Your name").inputValue()).toBe("Grace Hopper");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Next" }).click();
    expect(await shown(page)).toEqual(["Step 3 of 3\nAnything to add"]);
    expect(await page.locator(".progress .done").count()).toBe(3);
    await page.getByLabel("Your brief").setInputFiles(brief);
    await page.getByLabel("I agree").check();
    await page.getByRole("button", { name: "Ask for a proposal" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    const [submission] = await sentFrom(at("inbound"));
    expect(submission?.values).toEqual({
      name: "Grace Hopper",
      email: "grace@steps.example",
      size: "",
      message: "Fewer meetings",
      brief: "brief.pdf",
      consent: "I agree to be contacted about this.",
    });
    expect(submission?.files.length).toBe(1);
    expect(complaints).toEqual([]);
  });

  test("leads to the step that has a field which does not hold any more", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page } = watched;
    await page.goto(at("custom").url);
    await page.getByLabel("Your name").fill("Grace");
    await page.getByLabel("Work e-mail").fill("grace@steps.example");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("What would help you most?").fill("Less");
    await page.getByRole("button", { name: "Next" }).click();
    await page.evaluate(() => {
      (document.querySelector("[name=email]") as HTMLInputElement).value = "";
    });
    await page.getByLabel("I agree").check();
    await page.getByRole("button", { name: "Ask for a proposal" }).click();
    expect(await shown(page)).toEqual(["Step 1 of 3\nAbout you"]);
    expect(await sentFrom(at("custom"))).toEqual([]);
  });

  test("is one form without JavaScript, and is sent as a whole", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone, javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(at("outbound").url);
    expect((await shown(page)).length).toBe(3);
    expect(await page.getByRole("button", { name: "Next" }).count()).toBe(0);
    await page.getByLabel("Your name").fill("Grace");
    await page.getByLabel("Work e-mail").fill("grace@plain.example");
    await page.getByLabel("What would help you most?").fill("Less");
    await page.getByLabel("Your brief").setInputFiles(brief);
    await page.getByLabel("I agree").check();
    await page.getByRole("button", { name: "Ask for a proposal" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    expect((await sentFrom(at("outbound")))[0]).toMatchObject({ values: { brief: "brief.pdf" }, files: [{ field: "brief" }] });
  });

  test("refuses a file that is too large before it is sent", async () => {
    await using watched = await watchedPage(browser(), { viewport: phone });
    const { page } = watched;
    await page.goto(at("call_followup").url);
    const message = await page.locator("[name=brief]").evaluate((element) => {
      const input = element as HTMLInputElement;
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(11 * 1_048_576)], "large.pdf"));
      input.files = transfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
      return input.validationMessage;
    });
    expect(message).toContain("10 MB");
  });

  for (const [turn, type] of pageTypes.entries()) {
    test(`is accessible at every step, and fits, on a page of type ${type}`, async () => {
      await using watched = await watchedPage(browser(), { viewport: phone });
      const { page } = watched;
      for (const language of looksFor(turn, ["en", "he"])) {
        await page.goto(at(type, language).url);
        for (const [index, colorScheme] of (["light", "dark", "light"] as const).entries()) {
          await page.setViewportSize(index === 1 ? desktop : phone);
          await page.emulateMedia({ colorScheme });
          await page.locator("form").first().scrollIntoViewIfNeeded();
          await takePicture(page, `steps-${type}-${language}-${index + 1}.png`);
          const found = await axeViolations(page, "all");
          expect({ language, index, found, wide: await tooWide(page) }).toEqual({ language, index, found: [], wide: [] });
          if (index < 2) {
            for (const field of await page.locator(".step:not([hidden]) :is([required])").all()) {
              await field.fill((await field.getAttribute("type")) === "email" ? "a@b.example" : "x");
            }
            await page.locator("[data-step='1']").first().click();
          }
        }
        expect(await page.locator(".step legend:visible").count()).toBe(1);
      }
    });
  }
});
