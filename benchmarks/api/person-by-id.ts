import type { Claim } from "../claim";
import { compareWithFloor } from "../compare";

export const personById: Claim = {
  name: "person-by-id",
  engines: ["sqlite", "postgres"],
  measure: (bench, engine) =>
    compareWithFloor(bench, {
      title: "person by id",
      engine,
      atLeast: 0.75,
      requests: ({ personIds }) => personIds.map((personId) => `GET /v0/persons/${personId}`),
    }),
};
