import { spawn } from "node:child_process";
import { ensureChromium } from "./chromium";

/** Everything `npm test` holds: format and lint, types, and the tests; one closing line for all. */
const steps = [
  { title: "format and lint", command: ["biome", "check", "--error-on-warnings"] },
  { title: "types", command: ["tsc", "--noEmit", "--project", "."] },
];

let passed = 0;
let failed = 0;

for (const { title, command } of steps) {
  console.log(`── ${title}`);
  if ((await run(command)).code === 0) passed += 1;
  else failed += 1;
}

console.log("── tests");
ensureChromium();
const only = process.argv.slice(2);
const tests = await run(["bun", "test", "--timeout", "60000", ...only]);
const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(tests.output)?.[1] ?? 0);
passed += count("pass");
failed += count("fail") + count("errors?");
if (tests.code !== 0 && count("fail") === 0) failed += 1;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function run([program, ...rest]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program as string, rest, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const pass = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk;
      to.write(chunk);
    };
    child.stdout.on("data", pass(process.stdout));
    child.stderr.on("data", pass(process.stderr));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
