/** Bytes that many pages have in common. */
export class SharedBytes {
  /** How many of those that are kept have it: while there are any, it takes room. */
  holders = 0;
  /** Since it was last looked at by who throws out what is not. */
  wasUsed = false;
  /** Of the page that last began with it. */
  row: readonly SharedBytes[] = [];

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
  const isSame = pieces.length === first.row.length && pieces.every((piece, index) => piece === first.row[index]);
  if (!isSame) first.row = pieces;
  return first.row;
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
    if (piece.holders === 0) freed += piece.length;
  }
  return freed;
}
