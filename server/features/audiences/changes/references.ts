import type { FieldProblem } from "../../../../contract";

export function unknownReference(location: string, what: string): FieldProblem {
  return { location, code: "not_found", message: `must name ${what === "account" ? "an" : "a"} ${what} of the tenant` };
}
