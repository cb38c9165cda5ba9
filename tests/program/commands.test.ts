import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json";
import { CleanClone, type Running } from "../campaigns/clean-clone";
import { todays } from "../support/daily";
import { engines } from "../support/database/engines";
import { freePort } from "../support/database/postgres";

const installMs = 120_000;
const againMs = 60_000;
const stopMs = 10_000;
const patienceMs = 180_000;
/** Installing everything once more takes longer than all else here: every second day will do. */
const isTurnOfNpmTest = todays(2, ["npm test"]).length > 0;

describe("on a fresh clone, with Node and npm and nothing else", () => {
  let clone: CleanClone;
  let environment: { PORT: string; PAGES_PORT: string };
  let firstKey: string;

  beforeAll(async () => {
    clone = new CleanClone();
    environment = { PORT: String(await freePort()), PAGES_PORT: String(await freePort()) };
  });
  afterAll(() => clone?.remove());

  test(
    "npm start installs what is missing and serves, and what it prints works when pasted",
    async () => {
      const start = clone.run(["npm", "start"], environment);
      await start.until(() => start.output.includes("/docs, visitors") && isReady(), installMs);
      expect(start.output).toContain("Installing");

      const paste = /paste this[^\n]*\n\n(.*?)\n\n/s.exec(start.output)?.[1] ?? "";
      expect(paste).toContain(`127.0.0.1:${environment.PORT}/v0/`);
      const pasted = clone.run(["sh", "-c", paste]);
      expect(await pasted.ended(stopMs)).toBe(0);
      const address = pasted.output.trim();
      expect(address).toBe(`http://127.0.0.1:${environment.PAGES_PORT}/default/hello/grace-hopper`);
      expect(await (await fetch(address)).text()).toContain("<title>Hello Grace</title>");
      firstKey = /x-api-key: (\S+)'/.exec(paste)?.[1] ?? "";

      await stopsCleanly(start);
    },
    patienceMs,
  );

  test("it installed what serving needs, the pinned Bun among it, and nothing for development", () => {
    const modules = join(clone.folder, "node_modules");
    // A package that serving needs has React's types as a peer dependency, so npm installs them.
    for (const name of Object.keys(packageJson.devDependencies).filter((name) => name !== "@types/react"))
      expect({ name, installed: existsSync(join(modules, name)) }).toEqual({ name, installed: false });
    for (const name of Object.keys(packageJson.dependencies))
      expect({ name, installed: existsSync(join(modules, name)) }).toEqual({ name, installed: true });
    const { version } = JSON.parse(readFileSync(join(modules, "bun/package.json"), "utf8"));
    expect(version).toBe(packageJson.dependencies.bun);
  });

  test(
    "a second npm start installs nothing again, and everything is still there",
    async () => {
      const installedAt = changesOf("node_modules");
      const again = clone.run(["npm", "start"], environment);
      await again.until(isReady, againMs);
      expect(again.output).not.toContain("Installing");
      expect(changesOf("node_modules")).toEqual(installedAt);
      const response = await fetch(`${origin()}/v0/persons`, { headers: { "x-api-key": firstKey } });
      expect(await response.json()).toMatchObject({ items: [{ name: "Grace Hopper" }], totalCount: 1 });
      await stopsCleanly(again);
    },
    patienceMs,
  );

  test.if(isTurnOfNpmTest)(
    "npm test installs the rest and runs the tests it is told to, here the audit of the crash campaign on both engines",
    async () => {
      // A service may be running on what is there.
      const mark = join(clone.folder, "node_modules/hono/mark");
      writeFileSync(mark, "");
      const run = clone.run(["npm", "test", "--", "tests/program/crash.test.ts", "--test-name-pattern", "the audit"]);
      const code = await run.ended(installMs);
      expect({ code, output: code === 0 ? "" : run.tail() }).toEqual({ code: 0, output: "" });
      expect(run.output).toContain("Installing");
      expect(existsSync(mark)).toBe(true);
      expect(run.output).toMatch(/^\d+ passed, 0 failed$/m);
      for (const engine of engines) expect(run.output).toContain(`(pass) the audit [${engine}]`);
    },
    patienceMs,
  );

  /** When each package in a folder was last changed. */
  function changesOf(folder: string): [string, number][] {
    const names = readdirSync(join(clone.folder, folder));
    return names.sort().map((name) => [name, statSync(join(clone.folder, folder, name)).mtimeMs]);
  }

  const origin = () => `http://127.0.0.1:${environment.PORT}`;

  async function isReady(): Promise<boolean> {
    return fetch(`${origin()}/readyz`).then(
      (response) => response.status === 200,
      () => false,
    );
  }

  async function stopsCleanly(start: Running): Promise<void> {
    start.terminate();
    const code = await start.ended(stopMs);
    expect({ code, output: code === 0 ? "" : start.tail() }).toEqual({ code: 0, output: "" });
    expect(start.output).toContain('"message":"stopped"');
    expect(await isReady()).toBe(false);
  }
});
