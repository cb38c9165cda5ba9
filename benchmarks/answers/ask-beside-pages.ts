import type { Client } from "../../client";
import { addAudiences, addPage, pathsOf } from "../audiences";
import type { Claim } from "../claim";
import { lightLoad } from "../load/light";
import { describeSpread, percentile, spread } from "../turns";
import { createWriter } from "./passages";
import { createAnswersStage } from "./stage";

const visitors = 64;
/** Together 4 MiB, which is as much as a page can have. */
const entries = 40;
const paragraphsPerEntry = 220;
const wordsPerParagraph = 65;
const passagesOfOthers = 100;
/** Each time, the index is built again first. */
const everyMs = 2_000;
const maxRatio = 1.5;

/** What readers of pages and of the API notice while many visitors ask at once on a page with long topics, which are edited meanwhile. */
export const askBesidePages: Claim = {
  name: "ask-beside-pages",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    await using stage = await createAnswersStage(engine, passagesOfOthers, "answers/server.ts");
    const { client, pageId, foyer, pages, paths } = stage;
    const { topicId, path } = await addLongPage(client);
    const token = /name="page" value="([^"]+)"/.exec(await (await fetch(pages + path)).text())?.[1] ?? "";
    let [asked, failed, edits] = [0, 0, 0];
    const ask = async () => {
      asked += 1;
      const body = new URLSearchParams({ page: token, question: `how do you do ${asked}` });
      if (!(await fetch(`${pages}/_foyer/ask?language=en`, { method: "POST", body })).ok) failed += 1;
    };
    const reads = [[`/v0/pages/${pageId}`], paths.map((path) => pages + path)];
    const measured = async (work: () => Promise<unknown>) => {
      const others = lightLoad(foyer, reads);
      await work();
      const answers = await others.stop();
      failed += answers.failed;
      return percentile(answers.latenciesMs, 0.95);
    };
    const editAndAsk = async () => {
      edits += 1;
      await client.updateTopic({ params: { topic_id: topicId }, body: { title: `Topic ${edits}` } });
      await Promise.all([...Array.from({ length: visitors }, ask), Bun.sleep(everyMs)]);
    };
    await editAndAsk();
    /** The longest since the last call, in processor time, which other programs do not lengthen. */
    const stallMs = async () => {
      const text = await (await fetch(`${foyer.origin}/metrics`)).text();
      return 1_000 * Number(/^foyer_event_loop_stall_cpu_seconds (.*)$/m.exec(text)?.[1]);
    };
    const [quiet, busy, stalls]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < bench.rounds; round += 1) {
      quiet.push(await measured(() => Bun.sleep(bench.seconds * 1_000)));
      await stallMs();
      busy.push(
        await measured(async () => {
          const begunAt = performance.now();
          while (performance.now() - begunAt < bench.seconds * 1_000) await editAndAsk();
        }),
      );
      stalls.push(await stallMs());
    }
    const ratio = spread(busy.map((p95Ms, round) => p95Ms / (quiet[round] as number)));
    return {
      title: `others' p95 while ${visitors} visitors ask at once on a page with 4 MiB of topics, ${engine}`,
      toReach: `≤ ${maxRatio} times`,
      measured: describeSpread(ratio),
      reached: ratio.median <= maxRatio,
      failed,
      floor: `p95 ${spread(quiet).median.toFixed(1)} ms`,
      ours: `p95 ${spread(busy).median.toFixed(1)} ms, longest stall ${spread(stalls).median.toFixed(0)} ms of work, ${edits} builds`,
      details: { quiet, busy, ratio, stalls, asked },
    };
  },
};

/** `topicId`: a short topic of the page, so that an edit has a short answer. */
async function addLongPage(client: Client): Promise<{ topicId: string; path: string }> {
  const writer = createWriter(1);
  const { topicId: longId } = await client.createTopic({ body: { title: "Long" } });
  const { topicId } = await client.createTopic({ body: { title: "Short" } });
  for (let entry = 0; entry < entries; entry += 1) {
    const paragraphs = Array.from({ length: paragraphsPerEntry }, () => `${writer.words(wordsPerParagraph)}.`);
    const content = { type: "markdown", content: paragraphs.join("\n\n") };
    await client.createTopicEntry({ params: { topic_id: longId }, body: { content } });
  }
  const pageId = await addPage(client);
  await client.setPageTopics({ params: { page_id: pageId }, body: { topicIds: [longId, topicId] } });
  const { personId } = await client.createPerson({ body: { name: "Reader" } });
  const [path] = await pathsOf(client, await addAudiences(client, pageId, [personId]));
  return { topicId, path: path as string };
}
