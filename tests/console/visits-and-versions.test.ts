import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inAllLooks, inBrowser } from "../support/browser/browser";
import { goWithin, signedIn } from "../support/browser/console";
import { engines } from "../support/database/engines";
import { buildVersion, makeAudience, makePage } from "../support/features/versions";
import { useService } from "../support/service/service";

setDefaultTimeout(120_000);

const dayMs = 86_400_000;

inBrowser("in the console", (browser) => {
  // What a browser does is the same on either engine; on both with `npm run test:console`.
  describe.each(inAllLooks ? engines : engines.slice(0, 1))("somebody [%s]", (engine) => {
    const service = useService(engine);
    const api = () => service().api;
    const open = () => signedIn(browser(), service().origin, api().key);
    const go = (page: Page, path: string) => goWithin(page, `/console${path}`);

    test("renames a brand, and its logo and the logo's text stay; taken out, the logo is gone", async () => {
      const logo = { url: "https://cdn.example/logo.svg", altText: "An anvil" };
      const { brandId } = await api().call("createBrand", { body: { name: "Acme", logo } });
      const stored = () => api().call("getBrand", { params: { brand_id: brandId } });
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, "/brands");
      const dialog = page.getByRole("dialog");
      await page.getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Name").fill("Acme Anvils");
      expect(await dialog.getByRole("combobox", { name: "Logo" }).inputValue()).toBe(logo.url);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "hidden" });
      expect((await stored()).logo).toEqual({ assetId: null, ...logo });
      await page.getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("No logo").click();
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "hidden" });
      expect((await stored()).logo).toBe(null);
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
      await using watched = await open();
      const { page, complaints } = watched;
      await go(page, `/pages/${place.page_id}/audiences/${place.audience_id}?tab=versions`);
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
  });
});
