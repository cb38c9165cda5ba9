import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { inBrowser } from "../support/browser/browser";
import { goWithin, signedIn } from "../support/browser/console";
import { makePage } from "../support/features/versions";
import { useService } from "../support/service/service";

setDefaultTimeout(60_000);

inBrowser("while Foyer does not answer, the console", (browser) => {
  const service = useService("sqlite");
  let pageId: string;

  beforeAll(async () => {
    pageId = await makePage(service().api, { name: "Spring" });
  });

  const screens: [string, () => string, RegExp][] = [
    ["domains", () => "/domains", /domains\?/],
    ["assets", () => "/assets", /assets\?/],
    ["the trash", () => "/assets?tab=trash", /trash\?/],
    ["forms", () => "/forms", /forms\?/],
    ["what was published", () => `/pages/${pageId}?tab=publishing`, /batches\?/],
  ];

  test.each(screens)("says so where it would show %s, and not that there are none", async (_, path, asked) => {
    await using watched = await signedIn(browser(), service().origin, service().api.key);
    const { page } = watched;
    await page.route(asked, (route) => route.abort());
    await goWithin(page, `/console${path()}`);
    await page.getByText("Foyer does not answer").first().waitFor();
    expect(await page.getByText(/yet$|is empty$/).count()).toBe(0);
  });
});
