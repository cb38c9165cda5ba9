import type { Claim } from "../claim";
import { openBrowser } from "./browser";

const atMostBytes = 300 * 1_024;

/** Everything that a browser with an empty cache loads to show the sign-in. */
export const consoleFirstLoad: Claim = {
  name: "console-first-load",
  engines: ["sqlite"],
  async measure(bench) {
    const stage = await bench.stage("sqlite");
    await using foyer = await stage.startFoyer();
    await using browser = await openBrowser();
    const page = await browser.newPage();
    const loading: Promise<[string, number]>[] = [];
    page.on("requestfinished", (request) =>
      loading.push(request.sizes().then((sizes) => [request.url(), sizes.responseBodySize])),
    );
    await page.goto(`${foyer.origin}/console`);
    await page.getByLabel("API key").waitFor();
    const sizes = Object.fromEntries(await Promise.all(loading));
    const bytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    return {
      title: "first load of the console, compressed, everything included",
      toReach: `≤ ${atMostBytes / 1_024} KB`,
      measured: `${(bytes / 1_024).toFixed(0)} KB in ${loading.length} files`,
      reached: bytes > 0 && bytes <= atMostBytes,
      failed: 0,
      floor: "",
      ours: "",
      details: { sizes },
    };
  },
};
