import Papa from "papaparse";
import { withoutApostrophes } from "../../../../contract/csv";
import type { CsvRow } from "../../../api/import/rows";

export interface CsvFile {
  rows: CsvRow[];
  /** Where each row begins: there may be empty lines between rows, and line breaks in cells. */
  lines: number[];
  columns: string[];
  /** Why nothing of it can be imported. */
  problem?: string;
  /** What whoever chose it should look at before importing it. */
  note?: string;
}

/** The first bytes of .xlsx and of .xls files. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The rows of a file by the names of its columns. */
export async function readCsv(file: File): Promise<CsvFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (workbooks.some((start) => startsWith(bytes, start)))
    return refused("This is a spreadsheet's workbook. Save it as CSV there, and choose that file.");
  const { text, note, brokenLine } = decoded(bytes);
  if (brokenLine !== undefined)
    return refused(
      `In line ${brokenLine} there is a character that cannot be read. Save the file as CSV in UTF-8, and choose it again.`,
    );
  const { rows, lines, columns, quoteAt } = parsed(text);
  // From there on, several rows would be read as one.
  if (quoteAt !== undefined)
    return refused(`In line ${lineAt(text, quoteAt)} there is a quotation mark too many, or one that is not closed.`);
  if (rows.length === 0) return refused("There are no rows below the names of columns in this file.");
  return { rows, lines, columns, ...(note !== undefined && { note }) };
}

interface Parsed extends Pick<CsvFile, "rows" | "lines" | "columns"> {
  /** Where a quotation mark is wrong. */
  quoteAt?: number | undefined;
}

function parsed(text: string): Parsed {
  const found: Parsed = { rows: [], lines: [], columns: [] };
  let [end, line] = [0, 1];
  Papa.parse<CsvRow>(text, {
    header: true,
    skipEmptyLines: "greedy",
    transform: (cell) => withoutApostrophes(cell),
    transformHeader: (name) => withoutApostrophes(name).trim(),
    step({ data, errors, meta }) {
      const before = text.slice(end, meta.cursor);
      line += lineBreaksIn(before);
      // A row ends with a line break, but for the last one.
      const ownBreaks = lineBreaksIn(Object.values(data).flat().join()) + (/[\r\n]$/.test(before) ? 1 : 0);
      found.rows.push(data);
      found.lines.push(line - ownBreaks);
      found.columns = meta.fields ?? [];
      found.quoteAt ??= errors.find(({ type }) => type === "Quotes")?.index;
      end = meta.cursor;
    },
  });
  return found;
}

function refused(problem: string): CsvFile {
  return { rows: [], lines: [], columns: [], problem };
}

interface Decoded {
  text: string;
  note?: string;
  /** The first line with a character that cannot be read. */
  brokenLine?: number;
}

/** Spreadsheets on Windows still save CSV in the code page of Western Europe, which is hardly ever valid UTF-8. */
function decoded(bytes: Uint8Array): Decoded {
  const as = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes);
  if (startsWith(bytes, [0xff, 0xfe])) return { text: as("utf-16le") };
  if (startsWith(bytes, [0xfe, 0xff])) return { text: as("utf-16be") };
  try {
    return { text: as("utf-8", true) };
  } catch {
    const text = as("utf-8");
    // Letters that can be read show that it is UTF-8 with a broken character: in another encoding they would all be wrong.
    const isUtf8 = startsWith(bytes, [0xef, 0xbb, 0xbf]) || /(?!\p{ASCII})\p{L}/u.test(text);
    if (isUtf8) return { text, brokenLine: lineAt(text, text.indexOf("\uFFFD")) };
    return { text: as("windows-1252"), note: "Read as Western European text. Check the names below." };
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function lineAt(text: string, index = 0): number {
  return 1 + lineBreaksIn(text.slice(0, index));
}

function lineBreaksIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1;
}
