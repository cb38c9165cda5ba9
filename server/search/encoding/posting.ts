/** More than the longest text has letters. */
const positionsOfPlace = 2 ** 20;

/** How many positions of one term in one text are kept: a block's are decoded in one go. */
export const maxPositions = 8;
/** Stands for all further ones; no text is that long. */
export const furtherPosition = positionsOfPlace - 1;

/** A place of a block and a position in its text, as one number. */
export function posting(place: number, position: number): number {
  return place * positionsOfPlace + position;
}

export function placeOf(entry: number): number {
  return Math.floor(entry / positionsOfPlace);
}
