import { type Sql, sqlTuple, type Value } from "../../../storage/sql";

const valuesAtOnce = 64;

/** Lists for `IN` of one fixed length, filled up with `filler`, so that each call site is one prepared statement. */
export function fixedLengthLists(values: readonly Value[], filler: Value): Sql[] {
  return Array.from({ length: Math.ceil(values.length / valuesAtOnce) }, (_, group) =>
    sqlTuple(Array.from({ length: valuesAtOnce }, (_, index) => values[group * valuesAtOnce + index] ?? filler)),
  );
}
