import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { join } from "node:path";
import { PostgresServer } from "../tests/support/postgres";
import { ensureChromium } from "./chromium";

/**
 * Everything `npm test` holds: format and lint, types, and the tests; one closing line for all. With words, only the test
 * files whose path contains one of them.
 */
const steps: Task[] = [
  { title: "types", command: ["tsc", "--noEmit", "--project", "."] },
  { title: "types of the console", command: ["tsc", "--noEmit", "--project", "console"] },
  { title: "format and lint", command: ["biome", "check", "--error-on-warnings"] },
];
const testTimeoutMs = 60_000;
/** One more than the two cores that it is meant for: many tests wait for a process, a disk or a clock. */
const tasksAtOnce = Math.min(3, availableParallelism() + 1);
/** The longest begin first, so that none is left for the end. In seconds, as the closing lines show them. */
const expectedSeconds: Record<string, number> = {
  "program/neighbours": 60,
  "program/soak": 42,
  "program/crash": 40,
  "program/commands": 35,
  "visitors/browser-xss": 35,
  "storage/backup": 35,
  "jobs/jobs-campaign": 32,
  "program/cli": 30,
  "api/contract": 30,
  "visitors/browser-pages": 30,
  "api/input": 28,
  "api/isolation": 25,
  "api/operations": 25,
  "audiences/version-walks": 25,
  "audiences/version-races": 21,
  "storage/storage-postgres": 20,
  "visitors/browser-origin": 15,
  "assets/uploads-bombs": 15,
  "storage/signals": 12,
  "audiences/version-states": 12,
  "audiences/version-batches": 12,
};
const memoryFolder = "/dev/shm";
const neededMemoryBytes = 3 * 1_024 ** 3;
const longestShown = 10;

interface Task {
  title: string;
  command: string[];
  env?: NodeJS.ProcessEnv;
}

interface Done {
  title: string;
  seconds: number;
  passed: number;
  failed: number;
}

const { words, flags } = asked(process.argv.slice(2));
ensureChromium();
const postgres = process.env.TEST_DATABASE_URL === undefined ? await PostgresServer.start({ waitsForDisk: false }) : undefined;
const folder = folderInMemory();
const done: Done[] = [];
try {
  const files = chosenFiles(words);
  if (files.length === 0) done.push({ title: "no test file", seconds: 0, passed: 0, failed: 1 });
  const env = {
    ...process.env,
    ...(postgres && { TEST_DATABASE_URL: postgres.url("postgres") }),
    ...(folder && { TMPDIR: folder }),
  };
  const tests = files.map((file) => ({
    title: file,
    command: ["bun", "test", "--timeout", String(testTimeoutMs), file, ...flags],
    env,
  }));
  const waiting = words.length === 0 ? [...steps, ...tests] : tests;
  await Promise.all(Array.from({ length: tasksAtOnce }, () => runSome(waiting)));
} finally {
  await postgres?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

const sumOf = (count: (one: Done) => number) => done.reduce((sum, one) => sum + count(one), 0);
const longest = done.toSorted((one, other) => other.seconds - one.seconds).slice(0, longestShown);
console.log(`── longest\n${longest.map(({ title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`).join("\n")}`);
const failed = sumOf((one) => one.failed);
console.log(`${sumOf((one) => one.passed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** What is behind the first flag is for the test runner itself. */
function asked(rest: string[]): { words: string[]; flags: string[] } {
  const start = rest.findIndex((word) => word.startsWith("-"));
  return start < 0 ? { words: rest, flags: [] } : { words: rest.slice(0, start), flags: rest.slice(start) };
}

/**
 * For temporary files, where there is room for them: tests make thousands of commits, and would wait for the disk with each.
 * Killed processes lose nothing there either.
 */
function folderInMemory(): string | undefined {
  if (!existsSync(memoryFolder) || freemem() < neededMemoryBytes) return undefined;
  const { bavail, bsize } = statfsSync(memoryFolder);
  if (bavail * bsize < neededMemoryBytes) return undefined;
  const folder = mkdtempSync(join(memoryFolder, "foyer-tests-"));
  chmodSync(folder, 0o755); // PostgreSQL may run as another user
  return folder;
}

function chosenFiles(words: string[]): string[] {
  const all = [...new Bun.Glob("tests/**/*.test.ts").scanSync()];
  const secondsOf = (file: string) => expectedSeconds[file.slice("tests/".length, -".test.ts".length)] ?? 0;
  return all
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort((one, other) => secondsOf(other) - secondsOf(one) || one.localeCompare(other));
}

/** What a task said is shown when it has ended, so that it stays together. */
async function runSome(waiting: Task[]): Promise<void> {
  for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
    const startedAt = performance.now();
    const { code, output } = await run(task);
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stdout.write(`── ${task.title}\n${output}`);
    done.push({ title: task.title, seconds, ...resultOf(task, code, output) });
  }
}

/** A step counts as one; a file that ends badly without a failed test counts as one too. */
function resultOf(task: Task, code: number, output: string): Pick<Done, "passed" | "failed"> {
  if (steps.includes(task)) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("errors?");
  return { passed: count("pass"), failed: code !== 0 && count("fail") === 0 ? failed + 1 : failed };
}

function run({ command: [program, ...rest], env = process.env }: Task): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program as string, rest, { stdio: ["ignore", "pipe", "pipe"], env });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
