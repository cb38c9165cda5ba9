export type CsvCell = string | number | boolean | null | undefined;

/** RFC 4180, with the separator that the reader's spreadsheet expects. After an apostrophe, a formula is text. */
export function csvLine(cells: readonly CsvCell[], separator: "," | ";" = ","): string {
  return `${cells.map(written).join(separator)}\r\n`;
}

/**
 * A spreadsheet that expects another separator than the file's divides cells at it, though they stand in quotes: what begins
 * like a formula after any separator is as dangerous as at the beginning of the cell.
 */
function written(value: CsvCell): string {
  if (typeof value !== "string") return value == null ? "" : String(value);
  const text = value.replace(/^(?=["']*[=+\-@]|'*[\t\r\n])/, "'").replace(/([;,\t\r\n])(?=["']*[=+\-@])/g, "$1'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cell exactly as it was before `csvLine` wrote it: without the apostrophe that `csvLine` may have added. */
export function withoutApostrophes(cell: string): string {
  return cell.replace(/^'(?=["']*[=+\-@]|'*[\t\r\n])/, "").replace(/([;,\t\r\n])'(?=["']*[=+\-@])/g, "$1");
}
