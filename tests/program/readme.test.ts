import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStorage } from "../support/database/engines";
import { spawnServer } from "../support/service/process";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const tour = /\n## Five minutes with curl\n.*?\n## /s.exec(readme)?.[0] ?? "";
const given = { FOYER_KEY: "foyer_…", FOYER_URL: "http://127.0.0.1:8080" };

// The suite needs nothing but Node, and curl may not be there.
test.skipIf(Bun.which("curl") === null)(
  "the README's five minutes with curl are answered as it says, with another port and key in two places alone, and leave no file behind",
  async () => {
    const storage = await createStorage("sqlite");
    const folder = mkdtempSync(join(tmpdir(), "foyer-tour-"));
    await using server = await spawnServer(storage.environment);
    let typed = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block as string).join("");
    const own = { FOYER_KEY: server.api.key, FOYER_URL: server.origin };
    for (const [name, value] of Object.entries(given)) {
      expect(typed.split(value)).toHaveLength(2);
      typed = typed.replace(`${name}=${value}`, `${name}=${own[name as keyof typeof own]}`);
    }
    const shell = Bun.spawn(["sh", "-c", typed], { cwd: folder, stdout: "pipe", stderr: "pipe" });
    const [said, complained] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
    expect(complained).toBe("");
    expect(readdirSync(folder)).toEqual([]);
    const statuses = [...said.matchAll(/^→ (\d+)$/gm)].map(([, status]) => Number(status));
    // Of all that is asked, an entry with a token that is none is refused, and a person with three faults.
    expect(statuses.filter((status) => status >= 400)).toEqual([422, 422]);
    expect(statuses).toHaveLength(24);
    expect(said).toContain("has an unknown token person.frstName");
    expect(said).toContain("idempotent-replayed: true");
    expect(said).toMatch(/^\{"assetId":/m);
    expect(said).toContain('"answered":true');
    expect(said).toContain("event: audience_version.published");
    const [, address] = /^"publicUrl":"(.*)"$/m.exec(said) ?? [];
    expect(await (await fetch(address ?? "")).text()).toContain("<title>Ada, meet the spring launch</title>");
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    await storage.remove();
  },
  60_000,
);

test("the file .env is read as the README says: a dollar sign with a backslash, and what has a number sign in double quotes", async () => {
  expect(readme).toContain("write `\\$` for a `$`, and put a value with `#` into double quotes");
  const folder = mkdtempSync(join(tmpdir(), "foyer-env-"));
  await Bun.write(join(folder, ".env"), 'DATABASE_URL="postgres://me:a\\$b#c@127.0.0.1/foyer"\nFOYER_SECRET=a\\$b\n');
  const program = "console.log(process.env.DATABASE_URL, process.env.FOYER_SECRET)";
  const { DATABASE_URL: _, FOYER_SECRET: __, ...env } = process.env;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", program], { cwd: folder, env });
  expect(stdout.toString()).toBe("postgres://me:a$b#c@127.0.0.1/foyer a$b\n");
  rmSync(folder, { recursive: true, force: true });
});
