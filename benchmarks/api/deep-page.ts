import type { Claim } from "../claim";
import { writeRequests } from "../load/generate";
import type { Running } from "../processes";
import { describeSpread, describeTurns, failedRequests, spread, takeTurns } from "../turns";

const persons = 1_000_000;
const pageNumber = 10_000;
const atMostTimes = 1.3;

/** The floor of a deep page is the first one, of the same server. */
export const deepPage: Claim = {
  name: "deep-page",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine, persons);
    await using foyer = await stage.startFoyer();
    const cursor = await cursorOf(foyer, pageNumber);
    const first = writeRequests(stage.folder, "first-page", ["GET /v0/persons"]);
    const deep = writeRequests(stage.folder, "deep-page", [`GET /v0/persons?cursor=${cursor}`]);
    const rounds = await takeTurns(bench, { server: foyer, requests: first }, { server: foyer, requests: deep });
    const times = spread(rounds.map(({ first, second }) => first.perSecond / second.perSecond));
    return {
      title: `page ${pageNumber.toLocaleString("en")} of ${persons.toLocaleString("en")} persons, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostTimes} times page 1`,
      measured: describeSpread(times),
      reached: times.median <= atMostTimes,
      failed: failedRequests(rounds),
      floor: `page 1: ${describeTurns(rounds.map((round) => round.first))}`,
      ours: describeTurns(rounds.map((round) => round.second)),
      details: { times, rounds: rounds.map(({ first, second }) => ({ firstPage: first, deepPage: second })) },
    };
  },
};

/** There is no way to a page but through those before it. */
async function cursorOf({ origin, apiKey }: Running, page: number): Promise<string> {
  let cursor = "";
  for (let number = 1; number < page; number += 1) {
    const url = `${origin}/v0/persons${cursor && `?cursor=${cursor}`}`;
    const response = await fetch(url, { headers: { "x-api-key": apiKey ?? "" } });
    const { nextCursor } = (await response.json()) as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`The list ended at page ${number}`);
    cursor = nextCursor;
  }
  return cursor;
}
