/** More than the longest text has letters. */
const positionsOfPlace = 2 ** 20;

/** A place of a block and a position in its text, as one number. */
export function posting(place: number, position: number): number {
  return place * positionsOfPlace + position;
}

export function placeOf(entry: number): number {
  return Math.floor(entry / positionsOfPlace);
}
