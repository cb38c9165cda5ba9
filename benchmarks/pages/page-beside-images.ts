import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";
import { photograph, uploadPhotograph } from "./photographs";

const atMost = 1.5;
const pages = 50;
const pagesPerSecond = 200;
const widths = [320, 640, 960, 1440, 2048];
/** About as many sizes as two workers draw in a second, and more. */
const photographsPerSecond = 2;

/**
 * Live pages at a steady pace, by turns alone, while images are asked for in sizes that nobody has seen, and while a program
 * outside of Foyer draws as many: on a machine that is busy, every program waits for a processor.
 */
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
    const addresses = new Set([...html.matchAll(/\/_foyer\/assets\/\w+\/asset_\w+\/[\w-]+(?=\/\d)/g)].map(([found]) => found));
    const unseen = [...addresses].flatMap((address) => widths.map((width) => `${address}/${width}`));
    const paths = await pathsOf(client, await addAudiences(client, pageId, stage.personIds.slice(1, pages + 1)));
    const latencies: Record<Turn, number[]> = { alone: [], foreign: [], beside: [] };
    const ratios: number[] = [];
    let [failed, drawn, drawnOutside] = [0, 0, 0];
    const file = join(stage.folder, "photograph.jpg");
    writeFileSync(file, await photograph(0));
    writeFileSync(join(stage.folder, "images"), unseen.join("\n"));
    using images = startProgram("ask-for-images.ts", foyer.pages.origin, join(stage.folder, "images"));
    using outside = startProgram("draw-images.ts", file, widths.join());
    await readSteadily(foyer.pages.origin, paths, 1);
    await stage.untilIdle();
    for (let round = 0; round < bench.rounds; round += 1) {
      const ofRound: Record<Turn, number[]> = { alone: [], foreign: [], beside: [] };
      for (let second = 0; second < bench.seconds; second += 1) {
        for (const turn of inTurn(second)) {
          const program = { alone: undefined, foreign: outside, beside: images }[turn];
          program?.begin();
          const read = await readSteadily(foyer.pages.origin, paths, 1);
          const done = await program?.end();
          failed += read.failed + (done?.failed ?? 0);
          if (turn === "beside") drawn += done?.answered ?? 0;
          if (turn === "foreign") drawnOutside += done?.answered ?? 0;
          ofRound[turn].push(...read.latenciesMs);
        }
      }
      for (const turn of turns) latencies[turn].push(...ofRound[turn]);
      ratios.push(p99(ofRound.beside) / p99(ofRound.alone));
    }
    // The p99 of one round is one of its few slowest pages, which is mostly chance.
    const [p99AloneMs, p99ForeignMs, p99BesideMs] = [p99(latencies.alone), p99(latencies.foreign), p99(latencies.beside)];
    const ratio = p99BesideMs / p99AloneMs;
    const seconds = bench.rounds * bench.seconds;
    const foreignTimes = (p99ForeignMs / p99AloneMs).toFixed(2);
    return {
      title: `live pages while ${(drawn / seconds).toFixed(1)} images/s are drawn`,
      toReach: `p99 ≤ ${atMost} times the same without them`,
      measured: `${ratio.toFixed(2)}; each round ${describeSpread(spread(ratios))}`,
      reached: ratio <= atMost && drawn > 0,
      failed,
      floor: `p99 ${p99AloneMs.toFixed(1)} ms alone, ${foreignTimes} times that while another program draws ${(drawnOutside / seconds).toFixed(1)}/s`,
      ours: `p99 ${p99BesideMs.toFixed(1)} ms`,
      details: { ratio, ratios, p99AloneMs, p99ForeignMs, p99BesideMs, drawn, drawnOutside },
    };
  },
};

const turns = ["alone", "foreign", "beside"] as const;
type Turn = (typeof turns)[number];

/** A second each, so that all have their part of what else the machine does, and each comes first as often as the others. */
function inTurn(second: number): Turn[] {
  return turns.map((_, index) => turns[(index + second) % turns.length] as Turn);
}

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

/** Works while it is told to, in a process of its own. */
function startProgram(file: string, ...parameters: string[]) {
  const program = Bun.spawn([process.execPath, join(import.meta.dir, file), ...parameters], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = program.stdout.pipeThrough(new TextDecoderStream() as never).getReader();
  return {
    begin: () => void program.stdin.write("begin\n"),
    async end(): Promise<{ answered: number; failed: number }> {
      program.stdin.write("end\n");
      const { value } = (await lines.read()) as { value?: string };
      return JSON.parse(value ?? "");
    },
    [Symbol.dispose]: () => program.kill(),
  };
}
