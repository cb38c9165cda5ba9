import type { Claim } from "../claim";
import { compareWithFloor } from "../compare";

export const listPersons: Claim = {
  name: "list-persons",
  engines: ["sqlite", "postgres"],
  measure: (bench, engine) =>
    compareWithFloor(bench, {
      title: "list of 50 persons",
      engine,
      atLeast: engine === "sqlite" ? 0.75 : 0.7,
      requests: () => ["GET /v0/persons"],
    }),
};
