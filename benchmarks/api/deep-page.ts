import type { Claim } from "../claim";
import { compareDeepPage } from "../compare-pages";

const persons = 1_000_000;

export const deepPage: Claim = {
  name: "deep-page",
  engines: ["sqlite"],
  measure: async (bench, engine) =>
    compareDeepPage(bench, await bench.stage(engine, persons), "/v0/persons", `${persons.toLocaleString("en")} persons`),
};
