/** A column of a comparison. A `*` at the end makes it stand out, unless it belongs to emphasis. */
export function columnOf(cell: string): { name: string; standsOut: boolean } {
  const standsOut = cell.endsWith(" *") || (cell.endsWith("*") && cell.indexOf("*") === cell.length - 1);
  return { name: standsOut ? cell.slice(0, -1).trimEnd() : cell, standsOut };
}
