import { setDefaultTimeout, test } from "bun:test";
import { inBrowser } from "../support/browser/browser";
import { goWithin, signedIn } from "../support/browser/console";
import { makeAudience, makePage } from "../support/features/versions";
import { useService } from "../support/service/service";

setDefaultTimeout(60_000);
const audiences = 30;

inBrowser("in the console, the list of what was published to all", (browser) => {
  const service = useService("sqlite");

  test("counts along while versions are built, to the end", async () => {
    const { api, origin } = service();
    const pageId = await makePage(api, { name: "Spring" });
    for (let made = 0; made < audiences; made += 1) await makeAudience(api, {}, pageId);
    await using watched = await signedIn(browser(), origin, api.key);
    const { page } = watched;
    await goWithin(page, `/console/pages/${pageId}?tab=publishing`);
    await page.getByRole("button", { name: "Build a new version for every audience" }).click();
    await page.getByText(`${audiences} of ${audiences} built`).waitFor();
  });
});
