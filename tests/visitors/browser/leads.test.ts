import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { type Opened, publishPage } from "../../support/browser/site";
import { useService } from "../../support/service/service";

const form = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };

inBrowser("a form in a browser", (browser) => {
  const service = useService("sqlite");
  let opened: Opened;

  beforeAll(async () => {
    opened = await publishPage(service(), { name: "Leads", actions: [form] });
  });

  const sent = async (email: string) => {
    const { items } = await service().api.call("listFormSubmissions", { query: { limit: 100 } });
    return items.filter(({ values }) => values.email === email);
  };
  const thanks = (page: Page) => page.getByRole("heading", { name: "Thank you" }).waitFor();

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

    test(`is sent once by a double click and a reload, and the visitor sees the thanks each time, ${how}`, async () => {
      await using watched = await watchedPage(browser(), { javaScriptEnabled });
      const { page, complaints } = watched;
      const email = `double-${javaScriptEnabled}@browser.example`;
      await page.goto(opened.url);
      await page.getByLabel(/E-?mail/).fill(email);
      await page.locator(".form button").dblclick();
      await thanks(page);
      await page.reload();
      await thanks(page);
      expect(await sent(email)).toHaveLength(1);
      expect(complaints).toEqual([]);
    });

    test(`can be sent again with other words after going back, ${how}`, async () => {
      await using watched = await watchedPage(browser(), { javaScriptEnabled });
      const { page } = watched;
      const email = `back-${javaScriptEnabled}@browser.example`;
      for (const message of ["First", "Second"]) {
        if (message === "First") await page.goto(opened.url);
        else await page.goBack();
        await page.getByLabel(/E-?mail/).fill(email);
        await page.getByLabel("Message").fill(message);
        await page.locator(".form button").click();
        await thanks(page);
      }
      expect((await sent(email)).map(({ values }) => values.message)).toEqual(["Second", "First"]);
    });
  }

  test("is sent without a token if none can be had", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    await page.route("**/_foyer/form_token*", (route) => route.abort());
    await page.goto(opened.url);
    await page.getByLabel(/E-?mail/).fill("tokenless@browser.example");
    await page.locator(".form button").click();
    await thanks(page);
    expect(await sent("tokenless@browser.example")).toHaveLength(1);
  });

  test("has its token from the moment the visitor begins, and a field that no person can see or reach", async () => {
    await using watched = await watchedPage(browser());
    const { page, requests } = watched;
    await page.goto(opened.url);
    expect(requests.filter((url) => url.includes("form_token"))).toEqual([]);
    await page.getByLabel(/E-?mail/).focus();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".form [name=_token]")?.value !== "");
    expect(requests.filter((url) => url.includes("form_token"))).toHaveLength(1);
    const decoy = page.locator(".form [name=_website]");
    const box = await decoy.locator("xpath=../..").boundingBox();
    expect([box?.width, box?.height]).toEqual([1, 1]);
    expect(await page.getByLabel("Leave this empty").and(page.getByRole("textbox")).count()).toBe(0);
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await page.keyboard.press("Tab");
      expect(await decoy.evaluateAll((fields) => fields.includes(document.activeElement as HTMLElement))).toBe(false);
    }
  });

  test("is as the page has filled it in after a click, whatever the page knows and the form asks for", async () => {
    const { api } = service();
    const known = { name: "Ada\r\nKing \ufdd1", email: "ada@clicked.example", phoneNumber: "+49301234567" };
    const linkedinProfileUrl = "https://www.linkedin.com/in/ada?a=1&b=ü";
    const { personId } = await api.call("createPerson", { body: { ...known, linkedinProfileUrl } });
    const types = { name: "text", first_name: "text", email: "email", phone: "tel", profile: "linkedin", company: "textarea" };
    const others = { role: "text", size: "select", news: "checkbox", brief: "file" };
    const fields = Object.entries({ ...types, ...others }).map(([name, type]) => ({ name, label: name, type, options: ["S"] }));
    const { formId } = await api.call("createForm", { body: { name: "All", fields } });
    const { url } = await publishPage(service(), { name: "Leads", actions: [{ ...form, url: formId }] }, { personId });
    await using watched = await watchedPage(browser());
    await watched.page.goto(url);
    await watched.page.locator(".form button").click();
    await thanks(watched.page);
    expect(await sent(known.email)).toMatchObject([
      {
        isPrefilled: true,
        values: { name: "AdaKing \ufffd", first_name: "Ada", phone: known.phoneNumber, profile: linkedinProfileUrl, company: "" },
      },
    ]);
  });

  test("names the person whose address the browser writes in other letters, and was not written by a click alone", async () => {
    const { api } = service();
    const people = async () => (await api.call("listPersons", {})).totalCount as number;
    const clicked = async (page: Page) => {
      await page.locator(".form button").click();
      await thanks(page);
    };
    const { personId } = await api.call("createPerson", { body: { name: "Ada", email: "ada@müller.example" } });
    const own = await publishPage(service(), { name: "Leads", actions: [form] }, { personId });
    const before = await people();
    await using watched = await watchedPage(browser());
    const { page } = watched;
    await page.goto(own.url);
    await clicked(page);
    const lead = { identifier: "ada@müller.example", personId };
    expect(await sent("ada@xn--mller-kva.example")).toMatchObject([{ ...lead, isPrefilled: true }]);
    await page.goto(opened.url);
    await page.getByLabel(/E-?mail/).fill("ada@müller.example");
    await clicked(page);
    const leads = await sent("ada@xn--mller-kva.example");
    expect(leads).toMatchObject([{ ...lead, isPrefilled: false }, lead]);
    expect(await people()).toBe(before);
  });
});
