import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import packageFile from "../../package.json";
import { describeSettings, readConfig, settings, WrongConfig } from "../../server/config";
import { type AddressRange, parseRange } from "../../server/outgoing/public-address";
import { refusedPort } from "../../server/startup/listener";
import { runtimeOptions } from "../../server/startup/runtime-options";
import { welcome } from "../../server/startup/welcome";
import { createStorage, type Storage } from "../support/database/engines";
import { keyIn, runProgram, runServer, spawnScript, spawnServer } from "../support/service/process";

describe("the settings", () => {
  test("all have a default", () => {
    expect(readConfig({})).toEqual({
      host: "127.0.0.1",
      port: 8080,
      pagesPort: 8081,
      dataFolder: resolve("./data"),
      databaseUrl: undefined,
      apiKey: undefined,
      rateLimit: 1_000,
      trustedProxies: [],
      publicUrl: undefined,
      pagesUrl: undefined,
      pageCacheBytes: 80 * 1_048_576,
      keptVersions: 10,
      secret: undefined,
      outgoingRules: { http: false, ports: [], networks: [] },
      maxUploadBytes: 26_214_400,
      s3: undefined,
      model: undefined,
    });
  });

  test("are read from the environment; an empty one counts as not set", () => {
    const config = readConfig({
      HOST: "::1",
      PORT: "9000",
      PAGES_PORT: " 9001 ",
      FOYER_DATA: "/var/lib/foyer",
      DATABASE_URL: "postgres://me:secret@db.example:5432/foyer?sslmode=require",
      FOYER_API_KEY: "k".repeat(32),
      FOYER_RATE_LIMIT: "0",
      FOYER_TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::1",
      PUBLIC_URL: "https://api.example.com/",
      PAGES_URL: "",
      FOYER_MAX_UPLOAD_BYTES: "1000000",
      FOYER_SECRET: "s".repeat(32),
      FOYER_WEBHOOK_HTTP: "allow",
      FOYER_WEBHOOK_PORTS: "8080, 9090",
      FOYER_WEBHOOK_NETWORKS: "127.0.0.0/8,10.1.0.0/16",
      FOYER_S3_BUCKET: "foyer-files",
      FOYER_S3_ENDPOINT: "https://s3.example.com",
      FOYER_S3_REGION: "eu-central-1",
      FOYER_S3_ACCESS_KEY_ID: "me",
      FOYER_S3_SECRET_ACCESS_KEY: "secret",
      LLM_BASE_URL: "http://127.0.0.1:11434/v1/",
      LLM_MODEL: "small",
      LLM_EMBEDDING_MODEL: "vectors",
      LLM_TOKENS_PER_AUDIENCE: "5000",
    });
    expect(config).toEqual({
      host: "::1",
      port: 9_000,
      pagesPort: 9_001,
      dataFolder: "/var/lib/foyer",
      databaseUrl: "postgres://me:secret@db.example:5432/foyer?sslmode=require",
      apiKey: "k".repeat(32),
      rateLimit: 0,
      trustedProxies: ["10.0.0.0/8", "2001:db8::1"],
      publicUrl: "https://api.example.com",
      pagesUrl: undefined,
      pageCacheBytes: 80 * 1_048_576,
      keptVersions: 10,
      secret: "s".repeat(32),
      outgoingRules: {
        http: true,
        ports: [8_080, 9_090],
        networks: ["127.0.0.0/8", "10.1.0.0/16"].map((range) => parseRange(range) as AddressRange),
      },
      maxUploadBytes: 1_000_000,
      s3: {
        bucket: "foyer-files",
        endpoint: "https://s3.example.com",
        region: "eu-central-1",
        accessKeyId: "me",
        secretAccessKey: "secret",
      },
      model: {
        baseUrl: "http://127.0.0.1:11434/v1",
        model: "small",
        embeddingModel: "vectors",
        apiKey: undefined,
        tokensPerTenant: 1_000_000,
        tokensPerAudience: 5_000,
      },
    });
  });

  test("for S3 must all be set or none: each missing one is named, and no value is shown", () => {
    const s3 = {
      FOYER_S3_BUCKET: "files",
      FOYER_S3_ENDPOINT: "http://127.0.0.1:9000",
      FOYER_S3_REGION: "eu",
      FOYER_S3_ACCESS_KEY_ID: "me",
      FOYER_S3_SECRET_ACCESS_KEY: "hunter2",
    };
    const names = Object.keys(s3);
    for (const [name, value] of Object.entries(s3)) {
      const { [name as keyof typeof s3]: left, ...rest } = s3;
      expect(problemsOf(rest).map((line) => line.split(" ")[0])).toEqual([name]);
      const others = names.filter((other) => other !== name);
      expect(problemsOf({ [name]: value }).map((line) => line.split(" ")[0])).toEqual(others);
      expect(problemsOf({ [name]: value }).join()).not.toContain("hunter2");
    }
  });

  const wrong = {
    PORT: ["-1", "65536", "http", "80.5", "0x50"],
    PAGES_PORT: ["70000"],
    DATABASE_URL: ["mysql://localhost/foyer", "postgres//localhost", "postgres://host:port/db"],
    FOYER_API_KEY: ["short", `${"k".repeat(31)}`, `with a space ${"k".repeat(32)}`, "ü".repeat(32)],
    FOYER_RATE_LIMIT: ["-5", "many", "1.5", "1e3"],
    PUBLIC_URL: ["api.example.com", "ftp://example.com", "https://example.com/path", "https://"],
    PAGES_URL: ["//example.com"],
    FOYER_MAX_UPLOAD_BYTES: ["0", "-1", "25MB", "1.5", "5368709121"],
    FOYER_SECRET: ["short", "s".repeat(31), `with a space ${"s".repeat(32)}`, "ü".repeat(32)],
    FOYER_WEBHOOK_HTTP: ["yes", "1", "Allow"],
    FOYER_WEBHOOK_PORTS: ["http", "80;443", "70000", "80,,443", "*,80"],
    FOYER_WEBHOOK_NETWORKS: ["127.0.0.1", "10.0.0.0/33", "localhost/8", "10.0.0.0/8,"],
  };

  const wrongS3 = {
    FOYER_S3_BUCKET: ["a bucket", "a/b"],
    FOYER_S3_ENDPOINT: ["s3.example.com", "https://s3.example.com/path"],
    FOYER_S3_REGION: ["eu central"],
    FOYER_S3_ACCESS_KEY_ID: ["with a space"],
    FOYER_S3_SECRET_ACCESS_KEY: ["with a space"],
  };

  test("name two ports, unless the machine is to choose them", () => {
    expect(problemsOf({ PORT: "8081" })).toEqual(["PAGES_PORT must be another port than PORT, 8081"]);
    expect(problemsOf({ PORT: "0", PAGES_PORT: "0" })).toEqual([]);
  });

  test("for a model need its address and name", () => {
    expect(problemsOf({ LLM_MODEL: "small" }).map((line) => line.split(" ")[0])).toEqual(["LLM_BASE_URL"]);
    expect(problemsOf({ LLM_BASE_URL: "http://127.0.0.1/v1" }).map((line) => line.split(" ")[0])).toEqual(["LLM_MODEL"]);
    const model = { LLM_BASE_URL: "http://127.0.0.1/v1", LLM_MODEL: "small" };
    for (const wrong of [{ LLM_BASE_URL: "127.0.0.1" }, { LLM_API_KEY: "a b" }, { LLM_TOKENS_PER_TENANT: "-1" }]) {
      expect(problemsOf({ ...model, ...wrong }).map((line) => line.split(" ")[0])).toEqual(Object.keys(wrong));
    }
  });

  test.each(Object.entries(wrongS3))("%s refuses what is not right", (name, values) => {
    for (const value of values)
      expect(problemsOf({ [name]: value }).some((line) => line.startsWith(`${name} must be `))).toBe(true);
  });

  test.each(Object.entries(wrong))("%s refuses what is not right, and says what would be", (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      expect([value, problems.length]).toEqual([value, 1]);
      expect(problems[0]).toStartWith(`${name} must be `);
    }
  });

  test("are all checked at once, and each wrong one is named once", () => {
    const all = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value as string]));
    expect(problemsOf(all).map((line) => line.split(" ")[0])).toEqual(Object.keys(wrong));
  });

  test("are all in the list that --help shows", async () => {
    const { code, stdout } = await runServer({}, "--help");
    expect(code).toBe(0);
    for (const { name, about } of settings) expect(stdout).toMatch(new RegExp(`^ +${name} +${about}`, "m"));
    expect(stdout).toContain(describeSettings());
  });

  test("are no words behind the command: it doesn't start, and says where settings belong", async () => {
    const { code, stdout, stderr } = await runServer({}, "--port", "9000");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('Foyer can\'t start: "--port" is unknown. Settings are in the environment');
  });
});

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof WrongConfig) return error.wrong;
    throw error;
  }
  return [];
}

describe("a server that can't start", () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage("sqlite");
  });
  afterAll(() => storage.remove());

  test("names every wrong setting, never its value, and exits with 2", async () => {
    const wrong = { PORT: "http", DATABASE_URL: "mysql://me:hunter2@localhost", FOYER_API_KEY: "tooshort" };
    const { code, stderr, stdout } = await runServer({ ...storage.environment, ...wrong });
    expect(code).toBe(2);
    expect(stdout).toBe("");
    for (const name of Object.keys(wrong)) expect(stderr.split(`${name} must be`)).toHaveLength(2);
    expect(stderr).not.toMatch(/hunter2|tooshort/);
  });

  test("says that the port is taken and what to do, and the first key is not lost", async () => {
    const other = await createStorage("sqlite", { hasTables: true });
    const occupant = await spawnServer(other.environment);
    const { port } = new URL(occupant.origin);
    const refused = await runServer({ ...storage.environment, PORT: port });
    await occupant.stop();
    await other.remove();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`127.0.0.1:${port}`);
    expect(refused.stderr).toContain("set PORT to another port");
    const key = keyIn(refused.stdout);
    await using server = await spawnServer(storage.environment, key ?? "none");
    expect(key ?? keyIn(server.output())).toBeString();
    await server.stop();
  });

  test("says that its host has no address, and that the database refuses it", async () => {
    const nowhere = await runServer({ ...storage.environment, HOST: "nohost.invalid" });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("HOST=nohost.invalid has no address") });
    const postgres = await createStorage("postgres");
    const url = Object.assign(new URL(postgres.environment.DATABASE_URL as string), { pathname: "/not-there" });
    const environment = { ...storage.environment, DATABASE_URL: url.href };
    const [refused, command] = await Promise.all([
      runServer(environment),
      runProgram("cli/main.ts", environment, "tenants", "list"),
    ]);
    await postgres.remove();
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/database "not-there" does not exist. Check DATABASE_URL/),
    });
    expect(command).toMatchObject({ code: 1, stderr: expect.stringContaining("Check DATABASE_URL") });
  });

  test("says why it can't use a data folder", async () => {
    const { code, stdout, stderr } = await runServer({ FOYER_DATA: "/dev/null/data" });
    expect([code, stdout]).toEqual([1, ""]);
    // One line, and no trace of where in the program.
    expect(stderr).toMatch(/^Foyer can't start: can't open the database in FOYER_DATA=\/dev\/null\/data: .*not a directory.*\n$/);
  });

  test("says that it may not write to the database, and does not wait for that to change", async () => {
    const folder = mkdtempSync(join(tmpdir(), "foyer-test-"));
    writeFileSync(join(folder, "foyer.db"), "of another user", { mode: 0o444 });
    chmodSync(folder, 0o755);
    // The super-user may write to any file.
    const script = spawnScript(`
      import { openDatabase } from "./server/storage/open";
      if (process.getuid() === 0) process.setuid(65534);
      openDatabase({ dataFolder: ${JSON.stringify(folder)} });`);
    expect(await script.ended).toMatchObject({ code: 1, stderr: expect.stringContaining("EACCES: permission denied") });
    rmSync(folder, { recursive: true });
  });

  test("says that a low port is not for this user", () => {
    const where = { host: "127.0.0.1", port: 80, setting: "PORT", maxBodyBytes: 0 } as const;
    const denied = Object.assign(new Error("permission denied"), { code: "EACCES" });
    expect(refusedPort(denied, where)).toBe(
      "can't listen on 127.0.0.1:80. This user may not take this port: set PORT to one from 1024.",
    );
  });
});

describe("a server that starts", () => {
  test("prints the first key and a command that makes a first page, once", async () => {
    const storage = await createStorage("sqlite");
    await using first = await spawnServer(storage.environment);
    const key = first.api.key;
    const paste = /paste this[^\n]*\n\n(.*?)\n\n/s.exec(first.output())?.[1] ?? "";
    const address = (await Bun.$`sh -c ${paste}`.text()).trim();
    expect(address).toBe(`${first.pagesOrigin}/default/hello/grace-hopper`);
    expect(await (await fetch(address)).text()).toContain("<title>Hello Grace</title>");
    const ended = await first.stop();
    expect(ended.stdout.split(key)).toHaveLength(3);
    await using second = await spawnServer(storage.environment, key);
    expect(second.output()).not.toContain("foyer_");
    expect((await second.api.call("listPersons", {})).totalCount).toBe(1);
    await second.stop();
    await storage.remove();
  });

  test("finds the first page's address where it is one of IPv6, too", async () => {
    const address = "http://[::1]:8081/default/hello/grace-hopper";
    const [, find = ""] = /effective \| (grep .*)/.exec(welcome("http://[::1]:8080", "http://[::1]:8081", "key")) ?? [];
    const found = await Bun.$`echo ${JSON.stringify({ publicUrl: address })} | sh -c ${find}`.nothrow().text();
    expect(found.trim()).toBe(address);
  });

  test("warns of a setting that is misspelt, and says which is nearest", async () => {
    const storage = await createStorage("sqlite", { hasTables: true });
    await using server = await spawnServer({ ...storage.environment, FOYER_RATELIMIT: "5", LLM_MODEL: "" });
    const warnings = server
      .output()
      .split("\n")
      .filter((line) => line.includes('"level":"warn"'));
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { message: "FOYER_RATELIMIT is not a setting, and ignored", nearest: "FOYER_RATE_LIMIT" },
    ]);
    await server.stop();
    await storage.remove();
  });

  test("takes its key from FOYER_API_KEY and prints none", async () => {
    const storage = await createStorage("sqlite", { hasTables: true });
    await using server = await spawnServer({
      ...storage.environment,
      FOYER_API_KEY: "a key of the operator's own".replaceAll(" ", "-").padEnd(40, "!"),
    });
    expect((await server.api.call("listPersons", {})).totalCount).toBe(0);
    const { stdout, code } = await server.stop();
    expect([code, stdout.includes(server.api.key), keyIn(stdout)]).toEqual([0, false, undefined]);
    await storage.remove();
  });
});

describe("what the runtime is told", () => {
  test("npm start tells the runtime what it is to know, so that nothing is missing", () => {
    const told = [...packageFile.scripts.start.matchAll(/\b(BUN_\w+)=\$\{\1:-(\d+)\}/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(told)).toEqual(runtimeOptions);
  });

  test("is in the log when a service that is started in another way lacks it, and only then", async () => {
    const none = Object.fromEntries(Object.keys(runtimeOptions).map((name) => [name, "0"]));
    const logWith = async (environment: Record<string, string>) => {
      const storage = await createStorage("sqlite");
      await using server = await spawnServer({ ...storage.environment, ...environment });
      await server.stop();
      await storage.remove();
      return server.output();
    };
    expect(await logWith(none)).toContain('"level":"warn","message":"BUN_JSC_forceRAMSize=301989888 is not in the environment');
    expect(await logWith({})).not.toContain('"level":"warn"');
  });
});
