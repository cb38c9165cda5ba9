import { type Sql, sqlTuple, type Value } from "../../../storage/sql";

const valuesAtOnce = 64;

/** Lists for `IN`, always as long, so that it is one statement: what is missing is filled up with what names nothing. */
export function fixedLengthLists(values: readonly Value[], filler: Value): Sql[] {
  return Array.from({ length: Math.ceil(values.length / valuesAtOnce) }, (_, group) =>
    sqlTuple(Array.from({ length: valuesAtOnce }, (_, index) => values[group * valuesAtOnce + index] ?? filler)),
  );
}
