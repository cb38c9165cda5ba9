import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { PostgresServer } from "../tests/support/postgres";
import { ensureChromium } from "./chromium";

/** Everything `npm test` holds: format and lint, types, and the tests; one closing line for all. */
const steps = [
  { title: "format and lint", command: ["biome", "check", "--error-on-warnings"] },
  { title: "types", command: ["tsc", "--noEmit", "--project", "."] },
];
const testTimeoutMs = 60_000;
/** Each file is a process of its own; as many at once as keep two cores busy, however many there are. */
const filesAtOnce = Math.min(2, availableParallelism());
/** Those that take longest begin first, so that none is left for the end. */
const longest = [
  "soak",
  "crash",
  "input",
  "browser-",
  "commands",
  "version-",
  "isolation",
  "sentences",
  "erasure",
  "uploads-bombs",
];

let passed = 0;
let failed = 0;

for (const { title, command } of steps) {
  console.log(`── ${title}`);
  const { code, output } = await run(command);
  process.stdout.write(output);
  if (code === 0) passed += 1;
  else failed += 1;
}

console.log("── tests");
ensureChromium();
const { files, flags } = asked(process.argv.slice(2));
const postgres = process.env.TEST_DATABASE_URL === undefined ? await PostgresServer.start() : undefined;
try {
  const waiting = [...files];
  const environment = postgres ? { ...process.env, TEST_DATABASE_URL: postgres.url("postgres") } : process.env;
  await Promise.all(Array.from({ length: filesAtOnce }, () => runSome(waiting, environment)));
} finally {
  await postgres?.stop();
}
if (files.length === 0) failed += 1;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Test files whose path contains one of the words, all without any; the rest is for the runner itself. */
function asked(rest: string[]): { files: string[]; flags: string[] } {
  const start = rest.findIndex((word) => word.startsWith("-"));
  const words = start < 0 ? rest : rest.slice(0, start);
  const all = [...new Bun.Glob("tests/**/*.test.ts").scanSync()];
  const chosen = all.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const rank = (file: string) => (longest.findIndex((name) => file.includes(name)) + longest.length + 1) % (longest.length + 1);
  return { files: chosen.sort((one, other) => rank(one) - rank(other)), flags: start < 0 ? [] : rest.slice(start) };
}

async function runSome(waiting: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const { code, output } = await run(["bun", "test", "--timeout", String(testTimeoutMs), file, ...flags], environment);
    process.stdout.write(output);
    const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);
    passed += count("pass");
    failed += count("fail") + count("errors?");
    if (code !== 0 && count("fail") === 0) failed += 1;
  }
}

function run([program, ...rest]: string[], env = process.env): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program as string, rest, { stdio: ["ignore", "pipe", "pipe"], env });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
