/** Bytes that many pages have in common. */
export class SharedBytes {
  /** How many of those that are kept have it: while there are any, it takes room. */
  holders = 0;
  /** Since it was last looked at by who throws out what is not. */
  wasUsed = false;
  /** All pieces of the page that was kept last of those that begin with it; none once no page has it. */
  lastList: readonly SharedBytes[] = [];

  constructor(readonly bytes: Buffer) {}

  static of(text: string): SharedBytes {
    return new SharedBytes(Buffer.from(text));
  }

  get length(): number {
    return this.bytes.length;
  }
}

/** The same list for pages that share the same: ten thousand of them would each have one. */
export function inCommon(pieces: readonly SharedBytes[]): readonly SharedBytes[] {
  const [first] = pieces;
  if (!first) return [];
  const { lastList } = first;
  if (pieces.length === lastList.length && pieces.every((piece, index) => piece === lastList[index])) return lastList;
  first.lastList = pieces;
  return pieces;
}

export function lengthOf(pieces: readonly SharedBytes[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** What now takes room that did not before. */
export function hold(pieces: readonly SharedBytes[]): number {
  let added = 0;
  for (const piece of pieces) {
    if (piece.holders === 0) added += piece.length;
    piece.holders += 1;
  }
  return added;
}

/** What now takes no room any more. */
export function release(pieces: readonly SharedBytes[]): number {
  let freed = 0;
  for (const piece of pieces) {
    piece.holders -= 1;
    if (piece.holders > 0) continue;
    freed += piece.length;
    piece.lastList = [];
  }
  return freed;
}
