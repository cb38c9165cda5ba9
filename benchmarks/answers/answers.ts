import type { Claim } from "../claim";
import { load, type Target, writeRequests } from "../load/generate";
import { browserEncodings } from "../pages/live-page";
import { describeSpread, spread } from "../turns";
import { createWriter } from "./passages";
import { type AnswersStage, createAnswersStage } from "./stage";

const passages = 10_000;
const least = 2_000;
const maxP99Ms = 15;
const connections = 16;
const warmUpSeconds = 2;
const differentQuestions = 1_000;

/** Visitors without JavaScript ask one question after the other, none of them twice; each is recorded. */
export const answers: Claim = {
  name: "answers",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    await using stage = await createAnswersStage(engine, passages, "answers/server.ts");
    const contentType = "application/x-www-form-urlencoded";
    const target: Target = { origin: stage.pages, acceptEncoding: browserEncodings.zstd, contentType, connections };
    const requests = writeRequests(stage.folder, "questions", await questionsTo(stage));
    await load(target, requests, warmUpSeconds);
    const turns = [];
    for (let round = 0; round < bench.rounds; round += 1) turns.push(await load(target, requests, bench.seconds));
    const { totalCount } = await stage.client.listQuestions({ query: { limit: 1 } });
    const perSecond = spread(turns.map((turn) => turn.requests / turn.seconds));
    const p99Ms = spread(turns.map((turn) => turn.p99Ms));
    return {
      title: `a question answered from ${passages.toLocaleString("en")} passages and recorded, ${engine}`,
      toReach: `≥ ${least.toLocaleString("en")}/s, p99 ≤ ${maxP99Ms} ms`,
      measured: `${Math.round(perSecond.median).toLocaleString("en")}/s, p99 ${describeSpread(p99Ms)} ms`,
      reached: perSecond.median >= least && p99Ms.median <= maxP99Ms,
      failed: turns.reduce((sum, { failed }) => sum + failed, 0),
      floor: "",
      ours: `${connections} visitors at once; ${totalCount ?? "more than 10,000"} recorded`,
      details: { turns },
    };
  },
};

/** Opens the pages first, as visitors do. */
async function questionsTo({ pages, paths }: AnswersStage): Promise<string[]> {
  const tokens = await Promise.all(
    paths.map(async (path) => /name="page" value="([^"]+)"/.exec(await (await fetch(pages + path)).text())?.[1] ?? ""),
  );
  const writer = createWriter(2);
  return Array.from({ length: differentQuestions }, (_, index) => {
    const fields = new URLSearchParams({ page: tokens[index % tokens.length] as string, question: writer.words(8) });
    return `POST /_foyer/ask?language=en ${fields}+{n}`;
  });
}
