import { type CsvCell, csvLine } from "../../contract/csv";
import { numbersLanguage } from "../parts/time";

/** Where a comma stands before decimals, spreadsheets separate cells by semicolons. */
const separator = new Intl.NumberFormat(numbersLanguage).format(0.5).includes(",") ? ";" : ",";

/** Gives the user a file to save. */
export function downloadCsv(name: string, rows: readonly Record<string, CsvCell>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((column) => row[column]))];
  const text = lines.map((cells) => csvLine(cells, separator)).join("");
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: `${name.replace(/[^\p{L}\p{N} _-]+/gu, " ").trim()}.csv`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
