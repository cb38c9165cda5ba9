import { cpus, loadavg, release, totalmem, type } from "node:os";

const busyLoadPerCore = 0.25;

/** What the numbers were measured on: without it they say nothing. */
export function describeMachine() {
  const processors = cpus();
  return {
    date: new Date().toISOString(),
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    bun: Bun.version,
    loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
  };
}

/** Other work on the same cores moves every ratio, so a reader has to know of it. */
export function busyWarning({ cores, loadBefore }: ReturnType<typeof describeMachine>): string[] {
  const load = loadBefore[0] ?? 0;
  if (load <= cores * busyLoadPerCore) return [];
  return [
    `THE MACHINE WAS BUSY before this run (load ${load} on ${cores} cores): trust the processor time more than the ratios.`,
  ];
}
