import { createIds } from "../records/ids";
import { Problem } from "../records/problem";
import type { App } from "./app";
import { createProblemResponse } from "./problems";

/** Answers while the database is opened and migrated: alive, and not ready. */
export function createStartingApp(clock: () => number): App {
  const newId = createIds(clock);
  const problemResponse = createProblemResponse("");
  return async (request) => {
    if (request.url.endsWith("/healthz")) return Response.json({ status: "ok" });
    const problem = new Problem("unavailable", { detail: "Foyer is starting", headers: { "retry-after": "1" } });
    return problemResponse(problem, newId("request"), undefined);
  };
}
