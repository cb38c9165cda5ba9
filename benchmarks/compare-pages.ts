import type { Bench, Finding } from "./claim";
import { writeRequests } from "./load/generate";
import type { Running } from "./processes";
import type { Stage } from "./stage";
import { describeSpread, describeTurns, failedRequests, spread, takeTurns } from "./turns";

const pageNumber = 10_000;
const atMostTimes = 1.3;

/** The floor of a deep page of a list is the first one, of the same server. `of`: how many of what the list has. */
export async function compareDeepPage(bench: Bench, stage: Stage, path: string, of: string): Promise<Finding> {
  await using foyer = await stage.startFoyer();
  const cursor = await cursorOf(foyer, path);
  await stage.untilIdle();
  const first = writeRequests(stage.folder, "first-page", [`GET ${path}`]);
  const deep = writeRequests(stage.folder, "deep-page", [`GET ${path}?cursor=${cursor}`]);
  const rounds = await takeTurns(bench, { server: foyer, requests: first }, { server: foyer, requests: deep });
  const times = spread(rounds.map((round) => round.first.perSecond / round.second.perSecond));
  return {
    title: `page ${pageNumber.toLocaleString("en")} of ${of}, ${stage.databaseVersion}`,
    toReach: `≤ ${atMostTimes} times page 1`,
    measured: describeSpread(times),
    reached: times.median <= atMostTimes,
    failed: failedRequests(rounds),
    floor: `page 1: ${describeTurns(rounds.map((round) => round.first))}`,
    ours: describeTurns(rounds.map((round) => round.second)),
    details: { times, rounds: rounds.map((round) => ({ firstPage: round.first, deepPage: round.second })) },
  };
}

/** There is no way to a page but through those before it. */
async function cursorOf({ origin, apiKey }: Running, path: string): Promise<string> {
  let cursor = "";
  for (let number = 1; number < pageNumber; number += 1) {
    const url = `${origin}${path}${cursor && `?cursor=${cursor}`}`;
    const response = await fetch(url, { headers: { "x-api-key": apiKey ?? "" } });
    const { nextCursor } = (await response.json()) as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`The list ended at page ${number}`);
    cursor = nextCursor;
  }
  return cursor;
}
