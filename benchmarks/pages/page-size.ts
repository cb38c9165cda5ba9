import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import type { Claim } from "../claim";

const atMostBytes = 14_336;
const encodings = ["br", "zstd", "gzip"];

/** What goes over the wire for a typical page: it asks for nothing else. */
export const pageSize: Claim = {
  name: "page-size",
  engines: ["sqlite"],
  async measure(bench) {
    const stage = await bench.stage("sqlite");
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPageWithTopics(client);
    const [path] = await pathsOf(client, await addAudiences(client, pageId, stage.personIds.slice(0, 1)));
    const sizes: Record<string, number> = {};
    for (const encoding of ["identity", ...encodings]) {
      const response = await fetch(`${foyer.pages.origin}${path}`, {
        headers: { "accept-encoding": encoding },
        decompress: false,
      });
      sizes[encoding] = (await response.bytes()).length;
    }
    const largest = Math.max(...encodings.map((encoding) => sizes[encoding] as number));
    return {
      title: "size of a typical page, compressed, everything included",
      toReach: `≤ ${atMostBytes.toLocaleString("en")} bytes`,
      measured: encodings.map((encoding) => `${encoding} ${sizes[encoding]?.toLocaleString("en")}`).join(", "),
      reached: largest <= atMostBytes,
      failed: 0,
      floor: "",
      ours: `${sizes.identity?.toLocaleString("en")} bytes as it is`,
      details: { sizes },
    };
  },
};
