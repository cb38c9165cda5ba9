import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { basename, dirname, join } from "node:path";
import { today, todays } from "../tests/support/daily";
import { PostgresServer } from "../tests/support/database/postgres";
import { ensureChromium } from "./chromium";

/**
 * Everything that `npm test` checks: format and lint, types, and the tests, with one closing line for all. With words, only the
 * test files whose path contains one of them.
 */
const steps: Task[] = [
  // Several checkers take half as much work again, and the tests beside them need both cores.
  { title: "types", command: typesOf(".", "types") },
  { title: "types of the console", command: typesOf("console", "types-of-the-console") },
  { title: "format and lint", command: ["biome", "check", "--error-on-warnings"] },
];
/**
 * Against hanging, and not a measure: the machine may be busy. Here alone: a file that sets its own would leave the runner's five
 * seconds to all files after it.
 */
const testTimeoutMs = 600_000;
/** Two more than the two cores that it is meant for: many tests wait for a process, a disk or a clock. */
const tasksAtOnce = Math.min(4, availableParallelism() + 2);
/** The longest begin first, so that none is left for the end. In seconds, as the closing lines show them. */
const expectedSeconds: Record<string, number> = {
  "program/crash": 66,
  "program/neighbours": 60,
  "program/commands": 55,
  "console/screens": 45,
  "api/contract": 45,
  "program/soak": 43,
  "storage/postgres/silent": 42,
  "jobs/jobs-campaign": 42,
  "console/session": 42,
  "console/everywhere": 42,
  "console/xss": 40,
  "console/reference": 40,
  "api/input": 40,
  "program/cli": 36,
  "visitors/browser/pages": 35,
  "console/preview": 30,
  "console/away": 30,
  "visitors/browser/xss": 30,
  "storage/backup": 30,
  "visitors/browser/forms": 30,
  "console/visits-and-versions": 30,
  "console/editing/dialogs": 30,
  "console/editing/metadata": 28,
  "console/visit-filters": 28,
  "api/sentences": 28,
  "visits/hard-times": 28,
  "visitors/browser/blocks": 26,
  "api/operations": 26,
  "console/journeys": 25,
  "jobs/jobs-lanes": 25,
  "visits/browser/visits": 25,
  "visits/browser/clock": 25,
  "versions/version-batches": 25,
  "jobs/jobs-leases": 24,
  "visitors/browser/origin": 24,
  "console/visitors-journeys": 22,
  "events/stream": 22,
  "console/editing/twice": 22,
  "console/editing/assets": 21,
  "webhooks/completeness": 21,
  "console/edits": 20,
  "assets/assets-files": 19,
  "storage/sqlite/file": 18,
  "versions/version-races": 18,
  "resources/fixed-lock-order": 18,
  "api/isolation": 17,
  "console/editing/long-lists": 17,
  "erasure/erasure-identifiers": 17,
  "erasure/erasure-steps": 17,
  "console/editing/calls": 16,
  "erasure/erasure": 16,
  "visitors/browser/leads": 16,
  "answers/model": 16,
  "visitors/browser/speed": 16,
  "answers/many-at-once": 16,
  "program/demo": 15,
  "assets/uploads/bombs": 15,
  "assets/first-pages": 15,
  "visits/browser/scanners": 15,
  "versions/version-walks": 15,
  "storage/signals": 15,
  "jobs/jobs-clocks": 15,
  "console/console": 15,
  "console/upkeep/upkeep": 15,
  "console/many": 15,
  "console/account-timeline": 15,
  "versions/version-states": 14,
  "search/search": 14,
  "webhooks/fairness": 14,
  "console/editing/not-live": 13,
  "versions/version-lanes": 13,
  "erasure/erasure-races": 13,
  "jobs/jobs": 13,
  "webhooks/failures": 13,
  "console/form-editor": 13,
  "visitors/browser/block-layout": 12,
  "console/editing/cards": 12,
  "console/editing/keys": 12,
  "console/editing/looks": 12,
  "console/editing/made-for-them": 12,
  "assets/assets-previews": 12,
  "images/preview-workers": 12,
  "answers/browser-answers": 12,
  "program/file-store": 12,
  "visitors/browser/print": 12,
  "storage/kept-counts": 11,
  "program/config": 11,
  "api/idempotency": 11,
  "visitors/browser/card-layout": 10,
  "console/import": 10,
  "storage/postgres/storage": 10,
  "visitors/trouble": 10,
  "assets/files": 10,
  "visitors/browser/hero-video": 10,
  "answers/vectors": 10,
  "console/editing/links": 9,
  "storage/migrations": 9,
  "resources/webhook-subscriptions": 9,
  "webhooks/sending-cost": 9,
  "visits/visit-erasure": 9,
  "webhooks/secrets": 9,
  "storage/backup-refusals": 9,
  "answers/engines": 9,
  "client/client": 9,
  "resources/persons": 8,
  "outgoing/outgoing": 8,
  "events/numbering": 8,
  "rendering/blocks": 8,
};
/** Of a file that is not named above. */
const usualSeconds = 4;
/**
 * Browsers take half of a run's time, so their files take turns: of each folder, every n-th runs. What keeps strangers out and what
 * everybody meets runs each day, and all of it with `npm run test:every-day`.
 */
const turnsOfFolders: readonly { folder: string; every: number; eachDay: readonly string[] }[] = [
  { folder: "console/editing", every: 3, eachDay: [] },
  { folder: "console", every: 2, eachDay: ["journeys", "many", "screens", "session", "visitors-journeys", "xss"] },
  { folder: "visitors/browser", every: 2, eachDay: ["origin", "pages", "speed", "xss"] },
];
/**
 * A longer file has a process of its own. Others share one: with its modules, its browser and code that is still to be compiled, a
 * process takes two seconds of a processor before its first test.
 */
const maxSharedSeconds = 28;
const maxProcessSeconds = 60;
const filesPerProcess = 16;
/**
 * A process of tests ends before the runtime's best machine code has paid for itself: it took a tenth of the processor time. Servers
 * in processes of their own are started without this, as they are shipped, but for the demo's.
 */
const lessCompiling = { BUN_JSC_useFTLJIT: "0" };
const memoryFolder = "/dev/shm";
const neededMemoryBytes = 3 * 1_024 ** 3;
const longestShown = 10;
const timesFile = "artifacts/test-times.txt";
/** With more, the change is to blame, and not the machine. */
const maxSecondTries = 3;
const maxFailureChars = 6_000;

interface Task {
  title: string;
  command: string[];
  env?: NodeJS.ProcessEnv;
}

interface Done {
  task: Task;
  seconds: number;
  /** Of the processor, with what the tests started and waited for; PostgreSQL's is not in it. */
  processorSeconds: number;
  passed: number;
  failed: number;
  /** What a reader of the last lines needs to know about the failures. */
  failures: string;
}

const { words, flags } = asked(process.argv.slice(2));
ensureChromium();
const folder = folderInMemory();
if (folder) process.env.TMPDIR = folder;
const postgres = process.env.TEST_DATABASE_URL === undefined ? await PostgresServer.start({ waitsForDisk: false }) : undefined;
const done: Done[] = [];
const secondTries: Done[] = [];
try {
  const files = chosenFiles(words);
  if (files.length === 0) console.log("There is no such test file");
  const database = postgres && { TEST_DATABASE_URL: postgres.url("postgres") };
  const env = { ...process.env, ...lessCompiling, DAY: String(today), ...database };
  const tests = inProcesses(files).map(
    (some): Task => ({
      title: some.join(" "),
      command: ["bun", "test", "--timeout", String(testTimeoutMs), ...some.map((file) => `./${file}`), ...flags],
      env,
    }),
  );
  const waiting = words.length === 0 ? [...steps, ...tests] : tests;
  done.push(...(await runAll(waiting)));
  const failedTests = done.filter(({ task, failed }) => failed > 0 && tests.includes(task));
  if (words.length === 0) secondTries.push(...(await tryAgain(failedTests)));
} finally {
  await postgres?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

const longest = done.toSorted((one, other) => other.seconds - one.seconds).map(timesOf);
mkdirSync(dirname(timesFile), { recursive: true });
writeFileSync(timesFile, `${longest.join("\n")}\n`);
console.log(`── longest, and all in ${timesFile}\n${longest.slice(0, longestShown).join("\n")}`);
for (const { task, failures } of done.filter(({ failed }) => failed > 0)) console.log(`── failed: ${task.title}\n${failures}`);
for (const { task, failed } of secondTries) console.log(`── alone, it ${failed > 0 ? "failed again" : "passed"}: ${task.title}`);
const final = done.map((one) => secondTries.find(({ task }) => task === one.task) ?? one);
const sumOf = (count: (one: Done) => number) => final.reduce((sum, one) => sum + count(one), 0);
const passed = sumOf((one) => one.passed);
const failed = sumOf((one) => one.failed);
if (failed > 0) console.log(`Some tests take turns, by the day: DAY=${today} chooses the same ones again`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function timesOf({ task, seconds, processorSeconds }: Done): string {
  return `${seconds.toFixed(1).padStart(6)} s, ${processorSeconds.toFixed(1).padStart(5)} s of a processor  ${task.title}`;
}

/** What was found is kept for the next run, which looks only at what has changed since and at what depends on it. */
function typesOf(project: string, name: string): string[] {
  const kept = ["--incremental", "--tsBuildInfoFile", `artifacts/${name}.tsbuildinfo`];
  return ["tsc", "--noEmit", "--checkers", "1", ...kept, "--project", project];
}

/** What is behind the first flag is for the test runner itself. */
function asked(rest: string[]): { words: string[]; flags: string[] } {
  const start = rest.findIndex((word) => word.startsWith("-"));
  return start < 0 ? { words: rest, flags: [] } : { words: rest.slice(0, start), flags: rest.slice(start) };
}

/**
 * For temporary files and databases, where there is room for them: tests make thousands of commits, and would wait for the disk
 * with each; a database there is made in a tenth of the time. Killed processes lose nothing there either.
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
  const all = [...new Bun.Glob("tests/**/*.test.ts").scanSync()].sort();
  if (words.length > 0) return all.filter((file) => words.some((word) => file.includes(word)));
  const resting = new Set(turnsOfFolders.flatMap((turns) => restingToday(all, turns)));
  return all.filter((file) => !resting.has(file));
}

function restingToday(all: readonly string[], { folder, every, eachDay }: (typeof turnsOfFolders)[number]): string[] {
  const taking = all.filter((file) => dirname(file) === `tests/${folder}` && !eachDay.includes(basename(file, ".test.ts")));
  const chosen = new Set(todays(every, taking));
  return taking.filter((file) => !chosen.has(file));
}

function secondsOf(file: string): number {
  return expectedSeconds[file.slice("tests/".length, -".test.ts".length)] ?? usualSeconds;
}

/** The longest first. Files of one folder are together: they need the same modules. The runner says of which file a failed test is. */
function inProcesses(files: string[]): string[][] {
  const isLong = (file: string) => secondsOf(file) > maxSharedSeconds;
  const together: string[][] = [[]];
  for (const file of files.filter((one) => !isLong(one)).sort()) {
    const last = together.at(-1) as string[];
    if (last.length < filesPerProcess && secondsOfAll([...last, file]) <= maxProcessSeconds) last.push(file);
    else together.push([file]);
  }
  const alone = files.filter(isLong).map((file) => [file]);
  return [...alone, ...together.filter(({ length }) => length > 0)].sort((one, other) => secondsOfAll(other) - secondsOfAll(one));
}

function secondsOfAll(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + secondsOf(file), 0);
}

async function runAll(tasks: readonly Task[]): Promise<Done[]> {
  const waiting = [...tasks];
  const done: Done[] = [];
  const runSome = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) done.push(await runOne(task));
  };
  await Promise.all(Array.from({ length: tasksAtOnce }, runSome));
  return done;
}

/** Alone, a test has the machine to itself. One that passes only then is still named at the end: it is to be mended. */
async function tryAgain(failed: readonly Done[]): Promise<Done[]> {
  const again: Done[] = [];
  if (failed.length <= maxSecondTries) for (const { task } of failed) again.push(await runOne(task));
  return again;
}

/** What a task said is shown when it has ended, so that it stays together. */
async function runOne(task: Task): Promise<Done> {
  const startedAt = performance.now();
  const { code, output, processorSeconds } = await run(task);
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(`── ${task.title}\n${output}`);
  return { task, seconds, processorSeconds, ...resultOf(task, code, output), failures: failuresIn(output) };
}

/** A step counts as one; a file that ends badly without a failed test counts as one too. */
function resultOf(task: Task, code: number, output: string): Pick<Done, "passed" | "failed"> {
  if (steps.includes(task)) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("errors?");
  return { passed: count("pass"), failed: code !== 0 && count("fail") === 0 ? failed + 1 : failed };
}

/** The output without the tests that passed: what each failed test said stands above its "(fail)". */
function failuresIn(output: string): string {
  const said = output.split(/^\((?:pass|skip)\) .*\n/m);
  const failures = said.filter((text) => /^\(fail\) |^error: /m.test(text)).join("");
  return (failures === "" ? output : failures).slice(-maxFailureChars);
}

async function run({ command, env = process.env }: Task): Promise<{ code: number; output: string; processorSeconds: number }> {
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "pipe", env });
  const [said, complained, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output: said + complained, processorSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 };
}
