/** Bytes that many pages have in common. */
export class SharedBytes {
  /** How many of those that are kept have it: while there are any, it takes room. */
  holders = 0;
  /** Since it was last looked at by who throws out what is not. */
  wasUsed = false;

  constructor(readonly bytes: Buffer) {}

  static of(text: string): SharedBytes {
    return new SharedBytes(Buffer.from(text));
  }

  get length(): number {
    return this.bytes.length;
  }
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
