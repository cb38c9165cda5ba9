import { expect, test } from "bun:test";
import { operations } from "../../contract";
import { leftOut, neighbourOperations } from "../campaigns/neighbours/requests";

test("the worst of every operation is tried, but of those that ask servers elsewhere", () => {
  expect([...neighbourOperations.map(({ id }) => id), ...leftOut].sort()).toEqual(Object.keys(operations).sort());
  expect(leftOut).toEqual(["verifyDomain"]);
});
