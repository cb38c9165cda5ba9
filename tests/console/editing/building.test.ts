import { expect, test } from "bun:test";
import { inConsole } from "../../support/browser/console";
import { makeAudience, makePage } from "../../support/features/versions";
import { JobsByHand } from "../../support/service/jobs-by-hand";

inConsole(
  "whoever builds a version",
  ({ service, api, open }) => {
    test("of one audience sees it wait and then go live, without a button that does nothing", async () => {
      const pageId = await makePage(api());
      const { audience_id: audienceId } = await makeAudience(api(), { customName: "Ada" }, pageId);
      const { page } = await open(`/pages/${pageId}/audiences/${audienceId}?tab=versions`);
      await page.getByRole("button", { name: "Build a new version" }).click();
      await page.getByRole("row").filter({ hasText: "queued" }).getByRole("button", { name: "Cancel" }).waitFor();
      await new JobsByHand(service()).finishAll();
      await page.getByRole("cell", { name: "2 · live" }).waitFor();
      await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "hidden" });
      expect(await page.getByText("queued").count()).toBe(0);
    });

    test("of audiences that are chosen in a list sees there that they are live", async () => {
      const pageId = await makePage(api());
      await makeAudience(api(), { customName: "Grace" }, pageId);
      const { page } = await open(`/pages/${pageId}`);
      await page.getByRole("checkbox", { name: "Grace" }).check();
      await page.getByRole("button", { name: "Build new versions" }).click();
      const row = page.getByRole("row").filter({ hasText: "Grace" });
      await row.getByText("queued").waitFor();
      await new JobsByHand(service()).finishAll();
      await row.getByText("published").waitFor();
    });
  },
  { runsJobs: false },
);
