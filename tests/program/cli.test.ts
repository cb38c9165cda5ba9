import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recurringJobs } from "../../server/main";
import { sql } from "../../server/storage/sql";
import { createStorage, onTodaysEngine, type Storage } from "../support/database/engines";
import { freePort } from "../support/database/postgres";
import { Api } from "../support/service/api";
import { spawnServer } from "../support/service/process";
import { useService } from "../support/service/service";

const root = join(import.meta.dir, "../..");

type Listed = { jobId: string; state: string };

onTodaysEngine("the command line beside a running service", (engine) => {
  const service = useService(engine);
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "foyer-cli-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const foyer = (...words: string[]) => run(service().storage.environment, words);
  const json = async (...words: string[]) => JSON.parse((await foyer(...words, "--json")).stdout);
  const apiWith = (key: string) => new Api(service().origin, key);

  test("a new tenant's first key opens that tenant and no other", async () => {
    const created = await foyer("tenants", "create", "acme-2");
    expect(created).toMatchObject({ code: 0, stderr: "" });
    const key = /foyer_\w{43}_\w{6}/.exec(created.stdout)?.[0] as string;
    const shown = /tenant_[a-z0-9]{26}\b/.exec(created.stdout)?.[0] as string;
    expect((await apiWith(key).call("getOwnApiKey", {})).tenantId).toBe(shown);
    expect((await json("tenants", "list")).tenants.map(({ tenantId }: { tenantId: string }) => tenantId)).toContain(shown);
    await service().api.call("createPerson", { body: { name: "Of the default tenant" } });
    expect((await apiWith(key).call("listPersons", {})).totalCount).toBe(0);
    await apiWith(key).call("createPerson", { body: { name: "Of Acme" } });
    expect((await apiWith(key).call("listPersons", {})).items.map(({ name }) => name)).toEqual(["Of Acme"]);
    expect((await json("tenants", "list")).tenants.map(({ name }: { name: string }) => name)).toEqual(["default", "acme-2"]);
    expect((await foyer("tenants", "list")).stdout).toMatch(/^TENANT +NAME +CREATED\ntenant_[a-z0-9]{26} +default +20/);
  });

  test("a key has the scopes and the expiry it was made with", async () => {
    const issued = await json("keys", "create", "--name", "sync", "--scopes", "persons:read,topics:read", "--expires", "2h");
    expect(issued).toMatchObject({ name: "sync", scopes: ["persons:read", "topics:read"] });
    expect(Number(issued.expiresAt) - Number(issued.createdAt)).toBe(2 * 3_600_000);
    await apiWith(issued.key).call("listPersons", {});
    const refused = await apiWith(issued.key).refusal("createPerson", { body: { name: "Ada" } });
    expect(refused.code).toBe("insufficient_scope");
    const everything = await json("keys", "create");
    expect(everything).toMatchObject({ scopes: ["*"], expiresAt: null });
    const { items } = await service().api.call("listEvents", { query: { type: "api_key.created", limit: 1 } });
    expect(items[0]?.data.keyId).toBe(everything.keyId);
    expect((await foyer("keys", "create")).stdout).toEndWith("Scopes: *. It has no expiry.\n");
  });

  test("the running service soon refuses a revoked key", async () => {
    const { keyId, key } = await json("keys", "create", "--name", "short-lived");
    await apiWith(key).call("listPersons", {});
    expect(await foyer("keys", "revoke", keyId)).toMatchObject({ code: 0, stdout: `Key ${keyId} is revoked.\n` });
    await Bun.sleep(1_000);
    expect((await apiWith(key).refusal("listPersons", {})).code).toBe("invalid_api_key");
    const listed = (await foyer("keys", "list")).stdout;
    expect(listed).toMatch(new RegExp(`${keyId} +short-lived .* revoked`));
    expect(listed).not.toContain(key);
  });

  test("a key of one tenant can't be found through another", async () => {
    const { key } = await json("tenants", "create", `other-${engine}`);
    const { keyId } = (await json("keys", "list", "--tenant", `other-${engine}`)).keys[0];
    expect(await foyer("keys", "revoke", keyId)).toMatchObject({
      code: 1,
      stderr: `foyer: The tenant default has no key ${keyId}\n`,
    });
    await apiWith(key).call("listPersons", {});
    expect((await foyer("keys", "list", "--tenant", "nobody")).code).toBe(1);
    expect((await json("keys", "revoke", keyId, "--tenant", `other-${engine}`)).revokedAt).toMatch(/^\+/);
  });

  test("lists every key, however many there are", async () => {
    const { body } = { body: { name: "one of many", scopes: ["*" as const] } };
    await Promise.all(Array.from({ length: 110 }, () => service().api.call("createApiKey", { body })));
    const names: string[] = (await json("keys", "list")).keys.map(({ name }: { name: string }) => name);
    expect(names.filter((name) => name === "one of many")).toHaveLength(110);
  });

  test("dead letters are listed, and run again when told to", async () => {
    const { db } = service();
    const jobId = "job_01m7ev4nxpe1htcfy28ws5v5gc";
    await db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, payload, lane, due_at, attempts, claimed_by, last_error, dead_at, created_at)
        VALUES ('k3x9f', ${jobId}, 'fromTheFuture', 'null', 'upkeep', 1, 7, NULL, ${"Error: no\u001b[2J luck"}, ${Date.now()}, 1)`),
    );
    expect((await foyer("jobs", "list", "--dead")).stdout).toMatch(
      new RegExp(
        `^JOB .*LAST ERROR\\n${jobId} +tenant_0{21}k3x9f +fromTheFuture +upkeep +dead +7 +20.{14} +Error: no�\\[2J luck\\n$`,
      ),
    );
    const waiting = async () => (await json("jobs", "list")).jobs.map(({ jobId, state }: Listed) => `${jobId} ${state}`);
    const recurring = recurringJobs.map(({ name }) => `job_${name} waiting`).sort();
    expect((await waiting()).sort()).toEqual(recurring);
    expect(await foyer("jobs", "retry", jobId)).toMatchObject({ code: 0, stdout: `Job ${jobId} is due again.\n` });
    expect((await waiting()).sort()).toEqual([`${jobId} waiting`, ...recurring]);
    expect(await json("jobs", "list", "--dead")).toEqual({ jobs: [], more: false });
    expect((await json("jobs", "list")).jobs).toContainEqual(expect.objectContaining({ jobId, attempts: 0, deadAt: null }));
    expect(await foyer("jobs", "retry", jobId)).toMatchObject({
      code: 1,
      stderr: `foyer: There is no dead letter ${jobId}; "npm run foyer -- jobs list --dead" shows those there are\n`,
    });
  });

  test("a backup can be read by its owner only, and replaces a file only when told to", async () => {
    const file = join(folder, "first.backup");
    const written = await foyer("backup", file);
    expect(written.code).toBe(0);
    expect(written.stdout).toStartWith(`${file} holds `);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = statSync(file).ino;
    expect(await foyer("backup", file)).toMatchObject({ code: 1, stderr: `foyer: ${file} exists; --force replaces it\n` });
    expect(statSync(file).ino).toBe(before);
    chmodSync(file, 0o644);
    expect((await foyer("backup", file, "--force")).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await foyer("backup", join(folder, "nowhere", "x"))).stderr).toContain("can't be written (ENOENT)");
  });

  test("a running service shows what was restored meanwhile", async () => {
    const { api } = service();
    const kept = await api.call("createPerson", { body: { name: "Kept" } });
    const file = join(folder, "second.backup");
    await foyer("backup", file);
    const late = await api.call("createPerson", { body: { name: "Too late" } });

    expect(await foyer("restore", file)).toMatchObject({
      code: 1,
      stderr: "foyer: The database is not empty; --replace puts the backup in its place. Nothing was changed.\n",
    });
    await api.call("getPerson", { params: { person_id: late.personId } });

    expect((await foyer("restore", file, "--replace")).code).toBe(0);
    expect(await api.call("getPerson", { params: { person_id: kept.personId } })).toEqual(kept);
    expect((await api.refusal("getPerson", { params: { person_id: late.personId } })).code).toBe("not_found");
    await api.call("createPerson", { body: { name: "Life goes on" } });
  });

  test("a backup can be restored into an empty database, and the old keys work there", async () => {
    const file = join(folder, "third.backup");
    const persons = (await service().api.call("listPersons", {})).items;
    await foyer("backup", file);
    const storage = await createStorage(engine);
    expect((await run(storage.environment, ["restore", file])).code).toBe(0);
    const restored = await spawnServer(storage.environment, service().api.key);
    expect((await restored.api.call("listPersons", {})).items).toEqual(persons);
    await restored.stop();
    await storage.remove();
  });

  test("a tenant's name that is taken is refused", async () => {
    expect(await foyer("tenants", "create", "default")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "foyer: There is a tenant named default already\n",
    });
  });

  // No engine changes what is refused before it is asked, or how things are printed.
  if (engine !== "sqlite") return;

  test("a tenant's name that can't be part of a URL is refused", async () => {
    for (const name of ["Acme", "a b", "-a", "a--b", "a".repeat(64), ""]) {
      expect((await foyer("tenants", "create", name)).code).toBe(2);
    }
  });

  test("control characters in names are not printed, and a backup replaces only a regular file", async () => {
    await foyer("keys", "create", "--name", "x\u001b[2J\nkey_fake");
    const { stdout } = await foyer("keys", "list");
    expect(stdout).toContain("x�[2J�key_fake");
    expect(stdout).not.toContain("\u001b");
    expect(await foyer("backup", folder, "--force")).toMatchObject({
      code: 1,
      stderr: `foyer: ${folder} is not a regular file\n`,
    });
  });
});

describe("the command line", () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage("sqlite");
  });
  afterAll(() => storage.remove());

  test("help lists every command", async () => {
    const { code, stdout } = await run(storage.environment, ["help"]);
    expect(code).toBe(0);
    const names = ["tenants create", "tenants list", "keys create", "keys list", "keys revoke"];
    for (const name of [...names, "jobs list", "jobs retry", "backup", "restore"]) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
    }
    expect(stdout).toContain("npm run foyer -- COMMAND");
    expect((await run(storage.environment, ["backup", "--help"])).stdout).toBe(stdout);
  });

  test("a wrong command exits with 2, says what is right and changes nothing", async () => {
    const wrong: [string[], string][] = [
      [[], "a command is missing"],
      [["keys"], 'there is no command "keys"'],
      [["keys", "destroy"], 'there is no command "keys destroy"'],
      [["keys", "revoke"], "Usage: npm run foyer -- keys revoke KEY_ID [--tenant NAME]"],
      [["backup", "a", "b"], "Usage: npm run foyer -- backup FILE [--force]"],
      [["keys", "list", "--tennant", "x"], "foyer: Unknown option '--tennant'\n\nUsage: npm run foyer -- keys list"],
      [["keys", "create", "--scopes", "persons:read,everything"], '--scopes has "everything"; there are *, accounts:read'],
      [["keys", "create", "--expires", "soon"], "--expires must be a number and m, h, d or w"],
      [["keys", "create", "--expires", "9999w"], "ten years at the most"],
      [["keys", "create", "--name", ""], "--name must have 1 to 1000 characters"],
    ];
    const results = await Promise.all(wrong.map(([words]) => run(storage.environment, words)));
    results.forEach(({ code, stdout, stderr }, index) => {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain((wrong[index] as [string[], string])[1]);
      expectNoStack(stderr);
    });
    expect(existsSync(join(storage.dataFolder, "foyer.db"))).toBe(false);
  });

  test("options that npm has kept to itself are missed, and not those that stand in its settings", async () => {
    const home = mkdtempSync(join(tmpdir(), "foyer-npm-"));
    writeFileSync(join(home, ".npmrc"), "json = true\n");
    writeFileSync(
      join(home, "package.json"),
      JSON.stringify({ scripts: { foyer: `exec "${process.execPath}" "${root}/cli/main.ts"` } }),
    );
    const npm = (...words: string[]) => ended(["npm", "run", "foyer", ...words], home, { ...storage.environment, HOME: home });
    const [lost, lostWithoutTrace, kept] = await Promise.all([
      npm("keys", "create", "--scopes", "persons:read", "--expires", "1h", "--name", "crm"),
      npm("keys", "create", "--expires", "1h"),
      npm("--", "keys", "list", "--tenant", "default"),
    ]);
    expect(lost).toMatchObject({ code: 2, stdout: expect.not.stringContaining("foyer_") });
    expect(lost.stderr).toMatch(/npm kept .*--name, --scopes.* to itself/);
    expect(lost.stderr).toContain("npm run foyer -- keys create [--tenant NAME]");
    expect(lostWithoutTrace).toMatchObject({ code: 2, stderr: expect.stringContaining("npm may have kept yours to itself") });
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no database") });
    rmSync(home, { recursive: true });
  });

  test("a database that does not answer, is not there or has a wrong URL is reported in one line", async () => {
    const environment = { DATABASE_URL: `postgres://foyer:hidden@127.0.0.1:${await freePort()}/foyer` };
    const down = await run(environment, ["tenants", "list"]);
    expect(down).toMatchObject({ code: 1, stdout: "" });
    expect(down.stderr).toMatch(/^foyer: The database can't be reached or is too busy: .+\n$/);
    expect(down.stderr).not.toContain("hidden");
    const asJson = await run(environment, ["tenants", "list", "--json"]);
    expect(JSON.parse(asJson.stderr).error).toStartWith("The database can't be reached");
    expect(await run({ DATABASE_URL: "mysql://x" }, ["tenants", "list"])).toMatchObject({ code: 2 });
    const empty = await run(storage.environment, ["backup", join(storage.dataFolder, "x")]);
    expect(empty).toMatchObject({ code: 1 });
    expect(empty.stderr).toMatch(/^foyer: There is no database in .+\. Is FOYER_DATA right\?\n$/);
    expect(readdirSync(storage.dataFolder)).toEqual([]);
    const missing = await run(storage.environment, ["restore", join(storage.dataFolder, "none")]);
    expect(missing.stderr).toMatch(/^foyer: .* can't be read \(ENOENT\)\n$/);
  });
});

/** The command as a process of its own, with nothing of this one's environment but what it needs to start. */
function run(environment: Record<string, string>, words: string[]) {
  return ended([process.execPath, "cli/main.ts", ...words], root, environment);
}

async function ended(command: string[], cwd: string, environment: Record<string, string>) {
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expectNoStack(stderr);
  return { code, stdout, stderr };
}

function expectNoStack(text: string): void {
  expect(text).not.toMatch(/\bat .*\.ts:\d+/);
}
