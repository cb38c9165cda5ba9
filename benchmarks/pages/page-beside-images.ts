import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";
import { uploadPhotograph } from "./photographs";

const atMost = 1.5;
const pages = 50;
const pagesPerSecond = 200;
const widths = [320, 640, 960, 1440, 2048];
/** About as many sizes as two workers draw in a second, and more. */
const photographsPerSecond = 2;

/** Live pages at a steady pace, by turns with and without images that are asked for in sizes that nobody has seen. */
export const pageBesideImages: Claim = {
  name: "page-beside-images",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPageWithTopics(client);
    const photographs = bench.rounds * bench.seconds * photographsPerSecond;
    const { topicId } = await client.createTopic({ body: { title: "To see" } });
    for (let number = 0; number < photographs; number += 1) {
      const content = { type: "image", content: await uploadPhotograph(client, number) };
      await client.createTopicEntry({ params: { topic_id: topicId }, body: { content } });
    }
    const showing = await addPageWithTopics(client);
    await client.setPageTopics({ params: { page_id: showing }, body: { topicIds: [topicId] } });
    const [path = ""] = await pathsOf(client, await addAudiences(client, showing, stage.personIds.slice(0, 1)));
    const html = await (await fetch(foyer.pages.origin + path)).text();
    const addresses = new Set(
      [...html.matchAll(/\/_foyer\/assets\/tenant_\w+\/asset_\w+\/[\w-]+(?=\/\d)/g)].map(([found]) => found),
    );
    const unseen = [...addresses].flatMap((address) => widths.map((width) => `${address}/${width}`));
    const paths = await pathsOf(client, await addAudiences(client, pageId, stage.personIds.slice(1, pages + 1)));
    const [alone, beside]: [number[], number[]] = [[], []];
    const ratios: number[] = [];
    let [failed, drawn] = [0, 0];
    using images = startAsking(foyer.pages.origin, stage.folder, unseen);
    await readSteadily(foyer.pages.origin, paths, 1);
    await stage.untilIdle();
    for (let round = 0; round < bench.rounds; round += 1) {
      const quiet = await readSteadily(foyer.pages.origin, paths, bench.seconds);
      images.begin();
      const busy = await readSteadily(foyer.pages.origin, paths, bench.seconds);
      const asked = await images.end();
      drawn += asked.answered;
      failed += quiet.failed + busy.failed + asked.failed;
      alone.push(...quiet.latenciesMs);
      beside.push(...busy.latenciesMs);
      ratios.push(p99(busy.latenciesMs) / p99(quiet.latenciesMs));
    }
    // The p99 of one round is its second or third slowest page, which is mostly chance.
    const [p99AloneMs, p99BesideMs] = [p99(alone), p99(beside)];
    const ratio = p99BesideMs / p99AloneMs;
    return {
      title: `live pages while ${(drawn / (bench.rounds * bench.seconds)).toFixed(1)} images/s are drawn`,
      toReach: `p99 ≤ ${atMost} times the same without them`,
      measured: `${ratio.toFixed(2)}; each round ${describeSpread(spread(ratios))}`,
      reached: ratio <= atMost && drawn > 0,
      failed,
      floor: `p99 ${p99AloneMs.toFixed(1)} ms alone`,
      ours: `p99 ${p99BesideMs.toFixed(1)} ms`,
      details: { ratio, ratios, p99AloneMs, p99BesideMs, drawn },
    };
  },
};

/** From the moment a request is due, so that one that had to wait for its turn counts too. */
async function readSteadily(origin: string, paths: readonly string[], seconds: number) {
  const latenciesMs: number[] = [];
  const answers: Promise<void>[] = [];
  let failed = 0;
  const start = performance.now();
  for (let sent = 0; sent < seconds * pagesPerSecond; sent += 1) {
    const dueAt = start + (1_000 * sent) / pagesPerSecond;
    if (dueAt > performance.now()) await Bun.sleep(dueAt - performance.now());
    // A timer may come half a millisecond early.
    const begunAt = Math.min(dueAt, performance.now());
    const read = async () => {
      const response = await fetch(origin + paths[sent % paths.length]);
      await response.bytes();
      if (!response.ok) failed += 1;
      latenciesMs.push(performance.now() - begunAt);
    };
    answers.push(read().catch(() => void (failed += 1)));
  }
  await Promise.all(answers);
  return { latenciesMs, failed };
}

function p99(latenciesMs: number[]): number {
  return latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN;
}

/** Asks by turns, in a process of its own. */
function startAsking(origin: string, folder: string, unseen: readonly string[]) {
  const file = join(folder, "images");
  writeFileSync(file, unseen.join("\n"));
  const asking = Bun.spawn([process.execPath, join(import.meta.dir, "ask-for-images.ts"), origin, file], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = asking.stdout.pipeThrough(new TextDecoderStream() as never).getReader();
  return {
    begin: () => void asking.stdin.write("begin\n"),
    async end(): Promise<{ answered: number; failed: number }> {
      asking.stdin.write("end\n");
      const { value } = (await lines.read()) as { value?: string };
      return JSON.parse(value ?? "");
    },
    [Symbol.dispose]: () => asking.kill(),
  };
}
