import Papa from "papaparse";
import type { CsvRow } from "../../../api/import";

export interface CsvFile {
  rows: CsvRow[];
  columns: string[];
  /** Why nothing of it can be imported. */
  problem?: string;
}

/** Begin workbooks of spreadsheets: a zip archive, and what was before it. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The rows of a file by the names of its columns. */
export async function readCsv(file: File): Promise<CsvFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (workbooks.some((start) => start.every((byte, at) => bytes[at] === byte)))
    return refused("This is a spreadsheet's workbook. Save it as CSV there, and choose that file.");
  const text = decoded(bytes);
  const { data, errors, meta } = Papa.parse<CsvRow>(text, {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.trim(),
  });
  const quote = errors.find(({ type }) => type === "Quotes");
  // From there on, several rows would be read as one.
  if (quote) return refused(`In line ${lineAt(text, quote.index)} a quotation mark is not closed, or one too many.`);
  if (data.length === 0) return refused("There are no rows below the names of columns in this file.");
  return { rows: data, columns: meta.fields ?? [] };
}

function refused(problem: string): CsvFile {
  return { rows: [], columns: [], problem };
}

/** Spreadsheets on Windows still save CSV in the code page of Western Europe, which is hardly ever valid UTF-8. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function lineAt(text: string, index = 0): number {
  return text.slice(0, index).split("\n").length;
}
