export function grid(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [headings, ...lines.map((line) => line.map(printable))];
  const widths = headings.map((_, column) => Math.max(...all.map((line) => (line[column] ?? "").length)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Names come from tenants, and must not send control characters to the operator's terminal. */
function printable(cell: string): string {
  return cell.replace(/[\p{Cc}\p{Cf}]/gu, "�");
}

/** `2025-11-15 00:00` in UTC. */
export function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}
