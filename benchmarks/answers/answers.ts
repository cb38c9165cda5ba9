import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";
import { createWriter } from "./passages";
import { type AnswersStage, createAnswersStage } from "./stage";

const passages = 10_000;
const least = 2_000;
const maxP99Ms = 15;
const connections = 16;
const warmUpSeconds = 2;

/** Visitors without JavaScript ask one question after the other, none of them twice; each is recorded. */
export const answers: Claim = {
  name: "answers",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    await using stage = await createAnswersStage(engine, passages, "answers/server.ts");
    const ask = await asking(stage);
    await rounds(ask, warmUpSeconds);
    const turns = [];
    for (let round = 0; round < bench.rounds; round += 1) turns.push(await rounds(ask, bench.seconds));
    const { totalCount } = await stage.client.listQuestions({ query: { limit: 1 } });
    const perSecond = spread(turns.map((turn) => turn.perSecond));
    const p99Ms = spread(turns.map((turn) => turn.p99Ms));
    return {
      title: `a question answered from ${passages.toLocaleString("en")} passages and recorded, ${engine}`,
      toReach: `≥ ${least.toLocaleString("en")}/s, p99 ≤ ${maxP99Ms} ms`,
      measured: `${Math.round(perSecond.median).toLocaleString("en")}/s, p99 ${describeSpread(p99Ms)} ms`,
      reached: perSecond.median >= least && p99Ms.median <= maxP99Ms,
      failed: turns.reduce((sum, { failed }) => sum + failed, 0),
      floor: "",
      ours: `${connections} visitors at once; ${totalCount} or more recorded`,
      details: { turns },
    };
  },
};

type Ask = () => Promise<boolean>;

/** Opens the pages first, as visitors do. */
async function asking({ pages, paths }: AnswersStage): Promise<Ask> {
  const tokens = await Promise.all(
    paths.map(async (path) => /name="page" value="([^"]+)"/.exec(await (await fetch(pages + path)).text())?.[1] ?? ""),
  );
  const writer = createWriter(2);
  const questions = Array.from({ length: 1_000 }, () => writer.words(8));
  let asked = 0;
  return async () => {
    asked += 1;
    const body = new URLSearchParams({
      page: tokens[asked % tokens.length] as string,
      question: `${questions[asked % questions.length]} ${asked}`,
    });
    const response = await fetch(`${pages}/_foyer/ask?language=en`, { method: "POST", body });
    return response.status === 200 && (await response.text()).includes("</html>");
  };
}

async function rounds(ask: Ask, seconds: number) {
  const latencies: number[] = [];
  let failed = 0;
  const begunAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - begunAt < seconds * 1_000) {
        const sentAt = performance.now();
        if (!(await ask())) failed += 1;
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  latencies.sort((one, other) => one - other);
  return {
    perSecond: latencies.length / ((performance.now() - begunAt) / 1_000),
    p99Ms: latencies[Math.floor((latencies.length - 1) * 0.99)] ?? 0,
    failed,
  };
}
