import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, takePicture } from "../../support/browser/browser";
import { goWithin, signedIn } from "../../support/browser/console";
import { makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`;

inBrowser("in the console, the cards and actions of a page", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  let pageId: string;

  beforeEach(async () => {
    pageId = await makePage(api(), { name: "Spring" });
  });

  const open = (options = {}) => signedIn(browser(), service().origin, api().key, options);
  const go = (page: Page) => goWithin(page, `/console/pages/${pageId}?tab=content`);
  const cards = async () => (await api().call("getPage", { params: { page_id: pageId } })).actionCardWidgets;
  const titles = async () => (await cards()).map(({ title }) => title);
  // With the keyboard: notices may be before it.
  const save = (page: Page) => page.getByRole("button", { name: "Save the cards" }).press("Enter");
  const titleInputs = (page: Page) => page.getByLabel("Title of the card");
  const choose = async (page: Page, row: string, item: string) => {
    await page.getByRole("button", { name: `More for ${row}` }).click();
    await page
      .getByRole("menu", { name: `More for ${row}` })
      .getByRole("menuitem", { name: item })
      .click();
  };
  const add = async (page: Page, title: string) => {
    await page.getByRole("button", { name: "Add a card" }).click();
    await titleInputs(page).last().fill(title);
  };

  test("are added, with logos among the assets, dragged and moved into their order, and removed", async () => {
    const file = new File([picture], "acme.svg", { type: "image/svg+xml" });
    const { assetId } = await api().call("createAsset", { body: { name: "Acme anvils" }, file });
    await using watched = await open({ viewport: { width: 1_280, height: 1_600 } });
    const { page, complaints } = watched;
    await go(page);
    for (const title of ["One", "Two", "Three"]) await add(page, title);
    const first = page.locator(".sortable-row").filter({ has: page.getByLabel("More for card 1") });
    for (const [index, name] of ["Acme", "Contoso"].entries()) {
      await first.getByRole("button", { name: "Add a logo" }).click();
      await first.getByLabel("Name").nth(index).fill(name);
    }
    await first.getByRole("combobox", { name: "Picture" }).first().fill("anvils");
    await page.getByRole("option", { name: "Acme anvils" }).click();
    await save(page);
    await until(async () => (await titles()).join() === "One,Two,Three");
    expect((await cards())[0]).toEqual({
      type: "logos",
      title: "One",
      logos: [
        { image: { altText: "Acme", url: "", fileId: "", assetId } },
        { image: { altText: "Contoso", url: "", fileId: "", assetId: "" } },
      ],
    });

    await choose(page, "logo 2 of card 1", "Move up");
    await choose(page, "card 3", "Move up");
    const row = (number: number) => page.locator(".sortable-row").filter({ has: page.getByLabel(`More for card ${number}`) });
    await row(3).locator(".grip").first().dragTo(row(2));
    expect(await titleInputs(page).evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
      "One",
      "Two",
      "Three",
    ]);
    await row(1).locator(".grip").first().dragTo(row(3).getByLabel("Title of the card"));
    await save(page);
    await until(async () => (await titles()).join() === "Two,Three,One");
    expect((await cards())[2]?.logos.map(({ image }) => image.altText)).toEqual(["Contoso", "Acme"]);
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console cards.png", { fullPage: true });

    await choose(page, "card 2", "Remove");
    await save(page);
    await until(async () => (await titles()).join() === "Two,One");
    expect(complaints).toEqual([]);
  });

  test("are checked where they are typed, and nothing is saved before they are right", async () => {
    await using watched = await open({ viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "de-DE" });
    const { page } = watched;
    await go(page);
    await add(page, "Trusted by {{ nobody }}");
    await page.getByRole("button", { name: "Add a logo" }).click();
    await page.getByLabel("Or its address").fill("javascript:alert(1)");
    const changes: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && changes.push(request.url()));
    await save(page);
    const address = page.getByLabel("Or its address");
    await until(async () => (await address.getAttribute("aria-invalid")) === "true");
    expect(changes).toEqual([]);
    await address.fill("");
    await save(page);
    await until(async () => (await titleInputs(page).getAttribute("aria-invalid")) === "true");
    expect(await cards()).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(tooWide).toBe(false);
    await takePicture(page, "console cards refused on a phone.png", { fullPage: true });
    await titleInputs(page).fill("Trusted by {{ account.name | default: 'many' }}");
    await save(page);
    await until(async () => (await cards()).length === 1);
  });

  test("overwrite no colleague's, and are lost only if somebody says so", async () => {
    await using watched = await open();
    const { page } = watched;
    await go(page);
    await add(page, "Mine");
    const theirs = { type: "logos", title: "Theirs", logos: [] };
    await api().call("updatePage", { params: { page_id: pageId }, body: { actionCardWidgets: [theirs] } });
    const refused = page.waitForResponse((response) => response.status() === 412);
    await save(page);
    await refused;
    await page.getByText("Somebody else has saved this while you were typing").waitFor();
    expect(await titles()).toEqual(["Theirs"]);
    await page.getByRole("tab", { name: "Topics" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    expect(await titleInputs(page).inputValue()).toBe("Mine");
    await page.getByRole("button", { name: "Discard mine and show theirs" }).click();
    await until(async () => (await titleInputs(page).inputValue()) === "Theirs");
  });

  test("are dragged into their order alike, and what is wrong is said at its field", async () => {
    const action = (buttonTitle: string) => ({ buttonTitle, actionType: "url", url: "https://shop.example", purpose: "" });
    const params = { page_id: pageId };
    await api().call("updatePage", { params, body: { actions: ["One", "Two", "Three"].map(action) } });
    const buttons = async () => (await api().call("getPage", { params })).actions.map(({ buttonTitle }) => buttonTitle);
    await using watched = await open({ viewport: { width: 1_280, height: 1_600 } });
    const { page, complaints } = watched;
    await go(page);
    const row = (number: number) => page.locator(".sortable-row").filter({ has: page.getByLabel(`More for action ${number}`) });
    const saveActions = () => page.getByRole("button", { name: "Save the actions" }).press("Enter");
    await row(3).locator(".grip").dragTo(row(1));
    await row(3).getByLabel("Where to").fill("javascript:alert(1)");
    await saveActions();
    await until(async () => (await row(3).getByLabel("Where to").getAttribute("aria-invalid")) === "true");
    expect(await buttons()).toEqual(["One", "Two", "Three"]);
    await row(3).getByLabel("Where to").fill("https://shop.example");
    await choose(page, "action 3", "Move up");
    await saveActions();
    await until(async () => (await buttons()).join() === "Three,Two,One");
    await takePicture(page, "console actions.png", { fullPage: true });
    expect(complaints).toEqual([]);
  });

  test("are beside the page's footer and scripts, which are edited alike", async () => {
    await using watched = await open({ viewport: { width: 1_280, height: 1_600 } });
    const { page, complaints } = watched;
    await go(page);
    const press = (name: string) => page.getByRole("button", { name }).press("Enter");
    await press("Add a group of links");
    await page.getByLabel("Title of the group").fill("About us");
    await press("Add a link");
    await page.getByLabel("Words of the link").fill("Imprint");
    await page.getByLabel("Address of the link").fill("https://acme.example/imprint");
    await press("Save the footer");
    await press("Add a script");
    await page.getByLabel("Name of the script").fill("Chat");
    await page.getByLabel("Its code").fill("void 0;");
    await page.getByRole("switch", { name: "It runs" }).press("Space");
    await press("Save the scripts");
    const stored = () => api().call("getPage", { params: { page_id: pageId } });
    await until(async () => (await stored()).scripts.length === 1);
    const { footerLinks, scripts } = await stored();
    expect(footerLinks).toMatchObject([{ title: "About us", links: [{ text: "Imprint", url: "https://acme.example/imprint" }] }]);
    expect(scripts).toEqual([{ name: "Chat", description: "", content: "void 0;", enabled: false }]);
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
