import type { Claim } from "../claim";
import { compareWithFloor } from "../compare";
import { drawPerson } from "./persons";

const drawnPersons = 10_000;

/** Foyer checks, logs and finds a free slug; the floor writes the same rows with the same indexes, bare and as durably. */
export const createPerson: Claim = {
  name: "create-person",
  engines: ["sqlite", "postgres"],
  measure: (bench, engine) =>
    compareWithFloor(bench, {
      title: "create a person",
      engine,
      atLeast: 0.6,
      requests: () => createRequests(drawnPersons),
    }),
};

export function createRequests(count: number): string[] {
  return Array.from({ length: count }, () => `POST /v0/persons ${JSON.stringify(drawPerson("{n}"))}`);
}
