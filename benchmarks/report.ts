import type { Finding } from "./claim";

export function isMissed({ reached, failed }: Finding): boolean {
  return !reached || failed > 0;
}

/** Missed claims first. */
export function printTable(findings: Finding[], about: string[]): void {
  const header = ["", "claim", "to reach", "measured", "floor", "ours"];
  const lines = findings
    .toSorted((a, b) => Number(isMissed(b)) - Number(isMissed(a)))
    .map((finding) => [
      isMissed(finding) ? "MISSED" : "ok",
      finding.title,
      finding.toReach,
      finding.measured + (finding.failed > 0 ? `, ${finding.failed} REQUESTS FAILED` : ""),
      finding.floor,
      finding.ours,
    ]);
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => (line[column] as string).length)));
  const rule = widths.map((width) => "-".repeat(width));
  for (const line of [header, rule, ...lines]) {
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] as number)).join(" | ")} |`);
  }
  console.log(`\n${about.join("\n")}`);
}
