import type { SoakReport } from "./report";
import type { FileGrowth, Sample } from "./verdict";

const width = 860;
const left = 70;
const right = 24;
const top = 64;
const plotHeight = 130;
const panelGap = 56;
const mb = 1_048_576;

interface Series {
  name: string;
  colour: string;
  value: (sample: Sample) => number;
}

interface Panel {
  title: string;
  unit: string;
  series: Series[];
  /** A straight line over the second half: value at a second. */
  trend?: (second: number) => number;
}

/** Memory, database file, write-ahead log, latency and throughput over one time axis, as an SVG that stands alone. */
export function renderSoakChart({ engine, load, verdict, samples, seconds }: SoakReport): string {
  const { secondHalfMb, growthMb, cacheGrowthMb, highestMb } = verdict.memory;
  const panels: Panel[] = [
    {
      title: `Memory of the server (RSS): ${highestMb.toFixed()} MB at most, ${signed(growthMb)} MB over the second half (page cache ${signed(cacheGrowthMb)} MB)`,
      unit: "MB",
      series: [{ name: "RSS", colour: "#2563eb", value: (sample) => sample.memoryBytes / mb }],
      trend: (second) => secondHalfMb.start + secondHalfMb.slope * second,
    },
    ...(engine === "sqlite" ? [filePanel(verdict.databaseFile), walPanel(verdict.highestWalMb)] : []),
    {
      title: `Latency: p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms over the whole run`,
      unit: "ms",
      series: [
        { name: "p99", colour: "#dc2626", value: (sample) => sample.p99Ms },
        { name: "p50", colour: "#f59e0b", value: (sample) => sample.p50Ms },
      ],
    },
    {
      title: `Answers a second: ${load.answered.toLocaleString("en")} in all`,
      unit: "/s",
      series: [{ name: "answers", colour: "#475569", value: (sample) => sample.answered }],
    },
  ];
  const height = top + panels.length * (plotHeight + panelGap) + 12;
  const passed = verdict.findings.length === 0 ? "passed" : `failed: ${verdict.findings[0]}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#334155">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="${left}" y="28" font-size="17" font-weight="600" fill="#0f172a">Soak on ${engine}, ${seconds} s of mixed load</text>
<text x="${left}" y="46">${escaped(passed)}</text>
${panels.map((panel, index) => renderPanel(panel, samples, top + index * (plotHeight + panelGap))).join("\n")}
</svg>
`;
}

function filePanel({ growthMb, kbPerThousandAnswers }: FileGrowth): Panel {
  return {
    title: `Database file: ${signed(growthMb)} MB, ${signed(kbPerThousandAnswers)} KB for each 1,000 answers`,
    unit: "MB",
    series: [{ name: "file", colour: "#7c3aed", value: (sample) => sample.databaseBytes / mb }],
  };
}

function walPanel(highestMb: number): Panel {
  return {
    title: `Write-ahead log: ${highestMb.toFixed(1)} MB at most`,
    unit: "MB",
    series: [{ name: "log", colour: "#059669", value: (sample) => sample.walBytes / mb }],
  };
}

function renderPanel({ title, unit, series, trend }: Panel, samples: readonly Sample[], y: number): string {
  const lastSecond = Math.max(samples.at(-1)?.second ?? 1, 1);
  const highest = niceCeiling(Math.max(...samples.flatMap((sample) => series.map(({ value }) => value(sample)))));
  const base = y + 20 + plotHeight;
  const toX = (second: number) => left + (second / lastSecond) * (width - left - right);
  const toY = (value: number) => base - (value / highest) * plotHeight;
  const line = ({ value, colour }: Series) =>
    `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${samples.map((s) => `${round(toX(s.second))},${round(toY(value(s)))}`).join(" ")}"/>`;
  const rows = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const rowY = round(toY(highest * share));
    return `<line x1="${left}" x2="${width - right}" y1="${rowY}" y2="${rowY}" stroke="${share === 0 ? "#94a3b8" : "#e2e8f0"}"/><text x="${left - 8}" y="${rowY + 4}" text-anchor="end">${label(highest * share)} ${unit}</text>`;
  });
  const unitSeconds = lastSecond >= 300 ? 60 : 1;
  const step = niceCeiling(lastSecond / unitSeconds / 6) * unitSeconds;
  const columns = Array.from({ length: Math.floor(lastSecond / step) + 1 }, (_, index) => {
    const x = round(toX(index * step));
    return `<text x="${x}" y="${base + 16}" text-anchor="middle">${label((index * step) / unitSeconds)} ${unitSeconds === 60 ? "min" : "s"}</text>`;
  });
  const names =
    series.length < 2
      ? []
      : series.map(
          ({ name, colour }, index) =>
            `<text x="${width - right - index * 40}" y="${y + 10}" text-anchor="end" fill="${colour}">${name}</text>`,
        );
  const half = lastSecond / 2;
  const trendLine = trend
    ? `<line x1="${round(toX(half))}" y1="${round(toY(trend(half)))}" x2="${round(toX(lastSecond))}" y2="${round(toY(trend(lastSecond)))}" stroke="#0f172a" stroke-width="1.5" stroke-dasharray="6 4"/>`
    : "";
  return [
    `<text x="${left}" y="${y + 10}" font-weight="600">${escaped(title)}</text>`,
    ...rows,
    ...columns,
    ...names,
    ...series.map(line),
    trendLine,
  ].join("\n");
}

/** The next of 1, 2, 2.5, 5 and their tens. */
function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= value) ?? 10);
}

function label(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
