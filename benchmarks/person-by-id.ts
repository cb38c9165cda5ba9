import type { Claim } from "./claim";
import { compareWithFloor } from "./compare";

export const personById: Claim = {
  name: "person-by-id",
  engines: ["sqlite", "postgres"],
  measure: (bench, engine) =>
    compareWithFloor(bench, {
      title: "person by id",
      engine,
      atLeast: engine === "sqlite" ? 0.75 : 0.6,
      requests: ({ personIds }) => personIds.map((personId) => `GET /v0/persons/${personId}`),
    }),
};
