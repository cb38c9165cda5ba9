import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import type { Claim } from "../claim";

const atMostMs = 80;
const pictures = 20;

/** From the request to the last byte, for audiences whose picture nobody has asked for, and once more. */
export const sharePicture: Claim = {
  name: "share-picture",
  engines: ["sqlite"],
  async measure(bench) {
    const stage = await bench.stage("sqlite");
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPageWithTopics(client);
    const paths = await pathsOf(client, await addAudiences(client, pageId, stage.personIds.slice(0, pictures + 1)));
    let failed = 0;
    const addresses = await Promise.all(
      paths.map(async (path) => {
        const html = await (await fetch(`${foyer.pages.origin}${path}`)).text();
        return /<meta property="og:image" content="https?:\/\/[^/]*([^"]*)">/.exec(html)?.[1] as string;
      }),
    );
    const timed = async (address: string) => {
      const before = performance.now();
      const response = await fetch(`${foyer.pages.origin}${address}`);
      await response.bytes();
      if (response.status !== 200) failed += 1;
      return performance.now() - before;
    };
    // The first one starts the worker.
    await timed(addresses.pop() as string);
    const first: number[] = [];
    const again: number[] = [];
    for (const address of addresses) first.push(await timed(address));
    for (const address of addresses) again.push(await timed(address));
    const [firstMs, againMs] = [median(first), median(again)];
    return {
      title: "a picture for sharing, the first time",
      toReach: `≤ ${atMostMs} ms`,
      measured: `${firstMs.toFixed(0)} ms`,
      reached: firstMs <= atMostMs,
      failed,
      floor: "",
      ours: `${againMs.toFixed(1)} ms afterwards`,
      details: { first, again },
    };
  },
};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
