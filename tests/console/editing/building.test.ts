import { expect, test } from "bun:test";
import { inConsole } from "../../support/browser/console";
import { makeAudience, makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";
import { JobsByHand } from "../../support/service/jobs-by-hand";

inConsole(
  "whoever builds a version",
  ({ service, api, open, go }) => {
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
      await row.getByText("queued").waitFor({ state: "hidden" });
    });

    test("for all and stops it is told how many of all were built, and reads so afterwards", async () => {
      const jobs = new JobsByHand(service());
      const pageId = await makePage(api(), { name: "Stopped" });
      for (const many of [100, 100, 60]) {
        const audiences = Array.from({ length: many }, () => ({}));
        await api().call("createAudienceBatch", { params: { page_id: pageId }, body: { audiences } });
      }
      const { page } = await open(`/pages/${pageId}?tab=publishing`);
      await page.getByRole("button", { name: "Build a new version for every audience" }).click();
      await page.getByText("Publishing: 0 of 260").waitFor();
      // Adds versions to the first 200 audiences, and the next one builds 50 of them.
      for (let job = 0; job < 2; job += 1) await (await jobs.begin())?.finish();
      await page.getByText("Publishing: 50 of 260").waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("Stopping: 50 of 260", { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
      await jobs.finishAll();
      await page.getByRole("alert").getByText("Stopped: 50 of 260 built").waitFor();
      await page.reload();
      await page.getByText("Stopped: 50 of 260 built").waitFor();
    });

    test("for all with the keyboard goes on there: from the button to the one that stops it, and to what is below", async () => {
      const pageId = await makePage(api(), { name: "By keyboard" });
      await makeAudience(api(), { customName: "Ada" }, pageId);
      await api().call("updatePage", { params: { page_id: pageId }, body: { title: "Newer" } });
      const { page } = await open(`/pages/${pageId}`);
      const focused = (name: string) => until(() => page.evaluate(isFocused, name));
      await page.getByRole("button", { name: "Publish to all" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Stop" }).waitFor();
      await until(() => page.evaluate(isInPlace));
      await page.keyboard.press("Tab");
      await focused("Stop");
      await page.keyboard.press("Enter");
      await page.getByText("Stopped: 0 of 1 built").waitFor();
      await page.getByRole("button", { name: "Publish to all" }).waitFor();
      await until(() => page.evaluate(isInPlace));
      await page.keyboard.press("Tab");
      await focused("Publish to all");
    });

    test("of an audience with a newer draft sees that it is live as well, in lists and on its own screen", async () => {
      const place = await makeAudience(api(), { customName: "Grace" });
      await api().call("createAudienceVersion", { params: place, body: { publish: "manual" } });
      await new JobsByHand(service()).finishAll();
      const { audience_id, page_id } = place;
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        const { page, requests } = await open(`/pages/${page_id}`, { viewport });
        const row = page.getByRole("row").filter({ hasText: "Grace" });
        for (const words of ["published", "newer draft"]) {
          const badge = row.getByText(words, { exact: true });
          await badge.waitFor();
          expect([words, await badge.evaluate(isWhole)]).toEqual([words, true]);
        }
        expect((await row.boundingBox())?.height).toBeLessThan(58);
        expect(requests.filter((url) => url.includes(audience_id))).toEqual([]);
        await go(page, `/pages/${page_id}/audiences/${audience_id}?tab=history`);
        await page.getByText("newer draft", { exact: true }).waitFor();
        await page.getByText("published", { exact: true }).first().waitFor();
      }
      await api().call("archiveAudience", { params: place });
      const { page } = await open(`/pages/${page_id}/audiences/${audience_id}?tab=overrides`);
      await page.getByText("archived", { exact: true }).waitFor();
      expect(await page.getByText("newer draft").count()).toBe(0);
    });
  },
  { runsJobs: false },
);

/** Where the button was that was pressed. */
function isInPlace(): boolean {
  return document.activeElement?.className === "focus-place";
}

function isFocused(name: string): boolean {
  return document.activeElement?.textContent === name;
}

/** Nothing of it is cut by its cell. */
function isWhole(badge: Element): boolean {
  const [inner, outer] = [badge, badge.closest("td") as Element].map((each) => each.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
  ];
  return (
    badge.scrollWidth <= badge.clientWidth && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}
