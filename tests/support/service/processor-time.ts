import { readdirSync, readFileSync } from "node:fs";

/** The unit of processor times in /proc. */
const msPerTick = 10;
const rounds = 100;

/** Processor time of this thread: a busy machine adds little to it. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The processor time to parse and write nearly a megabyte of JSON, as a unit for other work on the same machine. */
export function workUnitMs(): number {
  const text = JSON.stringify(
    Array.from({ length: 10_000 }, (_, index) => ({ index, text: "a text as it is in records. ".repeat(2) })),
  );
  const repeated = () => {
    for (let round = 0; round < rounds; round += 1) JSON.stringify(JSON.parse(text));
  };
  return cpuMsOf(repeated) / rounds;
}

/** Processor time of this process and its children so far, those that have ended included. */
export function familyCpuMs(): number {
  const children = readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );
  return ["self", ...children].reduce((sum, pid) => sum + ticksOf(pid), 0) * msPerTick;
}

function ticksOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0; // it has ended meanwhile
  }
}
