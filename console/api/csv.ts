type Cell = string | number | boolean | null | undefined;

/** Gives the user a file to save. */
export function downloadCsv(name: string, rows: readonly Record<string, Cell>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((column) => row[column]))];
  const text = lines.map((cells) => cells.map(cellOf).join(",")).join("\r\n");
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: `${name.replace(/[^\p{L}\p{N} _-]+/gu, " ").trim()}.csv`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A spreadsheet takes a text that begins like a formula for one; after an apostrophe it is text. */
function cellOf(value: Cell): string {
  const text = value == null ? "" : String(value);
  const harmless = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
