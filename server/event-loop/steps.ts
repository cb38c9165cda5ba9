import { turns } from "./turns";

/** Work that may take long, in steps of a few milliseconds. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** After so many of a list's items, or a text's lines, there is a step. */
const itemsAtOnce = 100;

/** Maps a list that may be long. There is a step before and after it too: what is done with all of it at once takes its time. */
export function* mapped<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Steps<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    if (made.length % itemsAtOnce === 0) yield;
    made.push(make(item));
  }
  yield;
  return made;
}

const lineEnd = /\r\n|\r|\n/g;

/** Goes through the lines of a text that may be long: cutting it into all of them at once takes as long as the rest. */
export function* eachLine(text: string, each: (line: string, index: number) => void): Steps<void> {
  for (let from = 0, index = 0; ; index += 1) {
    if (index % itemsAtOnce === 0) yield;
    lineEnd.lastIndex = from;
    const end = lineEnd.exec(text);
    each(text.slice(from, end?.index), index);
    if (!end) return;
    from = lineEnd.lastIndex;
  }
}

/** Between two steps other tenants are answered, if this one has used up its turn. */
export async function stepByStep<Result>(tenantId: string, steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const turn = turns.next(tenantId);
    if (turn) await turn;
    const { done, value } = steps.next();
    if (done) return value;
  }
}
