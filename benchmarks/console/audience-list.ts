import type { Browser, BrowserContext } from "playwright-core";
import { addAudiences, addPage, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";
import { openBrowser, signedInWith } from "./browser";

const audiences = 1_000;
const atMostSeconds = { cold: 1.5, warm: 0.5 };

/** From the address to a list whose first audience can be clicked: with an empty cache, and again in the same browser. */
export const consoleAudienceList: Claim = {
  name: "console-audience-list",
  engines: ["sqlite"],
  async measure(bench) {
    const stage = await bench.stage("sqlite");
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPage(client);
    await addAudiences(client, pageId, stage.personIds.slice(0, audiences));
    const { items } = await client.listAudiences({ params: { page_id: pageId }, query: { limit: 1 } });
    const wanted = { address: `${foyer.origin}/console/audiences`, name: items[0]?.effectiveName ?? "" };
    const key = foyer.apiKey ?? "";
    await using browser = await openBrowser();
    // The server bundles the console for the first who asks.
    await fetch(`${foyer.origin}/console`);
    const [cold, warm]: [number[], number[]] = [[], []];
    for (let round = 0; round < bench.rounds; round += 1) {
      await using context = await signedInContext(browser, key);
      cold.push(await secondsToList(context, wanted));
      warm.push(await secondsToList(context, wanted));
    }
    const taken = { cold: spread(cold), warm: spread(warm) };
    return {
      title: `address typed → usable list of ${audiences.toLocaleString("en")} audiences`,
      toReach: `≤ ${atMostSeconds.cold} s cold, ≤ ${atMostSeconds.warm} s warm`,
      measured: `${describeSpread(taken.cold)} s cold, ${describeSpread(taken.warm)} s warm`,
      reached: taken.cold.median <= atMostSeconds.cold && taken.warm.median <= atMostSeconds.warm,
      failed: 0,
      floor: "",
      ours: `${taken.cold.median.toFixed(2)} s, ${taken.warm.median.toFixed(2)} s`,
      details: { seconds: { cold, warm } },
    };
  },
};

async function signedInContext(browser: Browser, key: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  await context.addInitScript(signedInWith(key));
  return context;
}

async function secondsToList(context: BrowserContext, { address, name }: { address: string; name: string }): Promise<number> {
  const page = await context.newPage();
  const started = Date.now();
  await page.goto(address, { waitUntil: "commit" });
  const usableAt = await page.evaluate(firstClickable, name);
  await page.close();
  return (usableAt - started) / 1_000;
}

/** Runs in the page: the time of the first frame in which a click on the link would be received by it. */
function firstClickable(name: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name);
      const { x = 0, y = 0, width = 0, height = 0 } = link?.getBoundingClientRect() ?? {};
      if (link?.contains(document.elementFromPoint(x + width / 2, y + height / 2))) resolve(Date.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}
