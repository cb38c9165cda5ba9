import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, writeRequests } from "./load/generate";
import { start } from "./processes";
import { spread } from "./turns";

/** Of the machine on which the claims were set that have no floor. */
const usualPerSecond = 114_000;
const bursts = 3;
const burstSeconds = 2;

/** How fast the machine is: claims without a floor, such as so many answers a second, depend on it. */
export async function describeSpeed(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-speed-"));
  try {
    const requests = writeRequests(folder, "nothing", ["GET /"]);
    await using server = await start({ file: "floor/nothing.ts", arguments: (port) => [String(port)], probe: "/" });
    const rates: number[] = [];
    for (let burst = 0; burst < bursts; burst += 1) {
      const { requests: answered, seconds } = await load(server, requests, burstSeconds);
      rates.push(answered / seconds);
    }
    const perSecond = Math.round(spread(rates).median);
    const [here, there] = [perSecond, usualPerSecond].map((rate) => rate.toLocaleString("en"));
    const share = (perSecond / usualPerSecond).toFixed(2);
    return `a server that does nothing answers ${here}/s here, and ${there}/s where claims without a floor were set: ${share} of that speed`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
