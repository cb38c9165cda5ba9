import { beforeAll, expect, test } from "bun:test";
import { inConsole } from "../support/browser/console";
import { makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";

inConsole("while Foyer does not answer, somebody", ({ api, open, go }) => {
  let pageId: string;

  beforeAll(async () => {
    pageId = await makePage(api(), { name: "Spring" });
  });

  const screens: [string, () => string, RegExp][] = [
    ["domains", () => "/domains", /domains\?/],
    ["assets", () => "/assets", /assets\?/],
    ["the trash", () => "/assets?tab=trash", /trash\?/],
    ["forms", () => "/forms", /forms\?/],
    ["what was published", () => `/pages/${pageId}?tab=publishing`, /batches\?/],
  ];

  test.each(screens)(
    "is told so where there would be %s, and not that there are none; and can try again",
    async (_, path, asked) => {
      const { page } = await open("/keys");
      await page.route(asked, (route) => route.abort());
      await go(page, path());
      await page.getByText("Foyer does not answer").first().waitFor();
      expect(await page.getByText(/yet$|is empty$/).count()).toBe(0);
      await page.unroute(asked);
      await page.getByRole("button", { name: "Try again" }).click();
      await until(async () => (await page.getByText("Foyer does not answer").count()) === 0);
    },
  );
});
