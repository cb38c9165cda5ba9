import { expect, test } from "bun:test";
import { operations } from "../../contract";
import { leftOut, neighbourOperations } from "../campaigns/neighbours/requests";

test("the worst requests are tried for every operation that asks no server elsewhere", () => {
  expect([...neighbourOperations.map(({ id }) => id), ...leftOut].sort()).toEqual(Object.keys(operations).sort());
  expect(leftOut).toEqual(["verifyDomain"]);
});
