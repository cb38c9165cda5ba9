import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyDemoFolder } from "../../scripts/demo/folder";
import { freePort } from "../support/database/postgres";
import { Api } from "../support/service/api";
import { until } from "../support/service/jobs";

/** Making a month takes longer than all else here: it is made once for all that is promised of it. */
describe("the demo, with a file .env that names another database and bucket", () => {
  let folder: string;
  let served: Bun.Subprocess;
  let api: Api;
  const dataFolder = () => join(folder, "own-demo");

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "foyer-demo-"));
    await Bun.write(join(folder, "own", "foyer.db"), "precious");
    const names = ["BUCKET", "ENDPOINT", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"];
    const bucket = names.map((name) => `FOYER_S3_${name}=${name === "ENDPOINT" ? "http://127.0.0.1:1" : "own"}`);
    await Bun.write(join(folder, ".env"), ["DATABASE_URL=postgres://own@127.0.0.1:1/own", ...bucket].join("\n"));
    const ports = await freePorts();
    served = Bun.spawn([process.execPath, script, "--serve"], {
      cwd: folder,
      env: { ...process.env, ...ports, FOYER_DATA: join(folder, "own") },
      stdout: Bun.file(join(folder, "said")),
      stderr: Bun.file(join(folder, "complained")),
    });
    await until(async () => /Foyer is ready|waiting for the database|can't start/.test((await told()).join("")), 60_000);
    api = new Api(`http://127.0.0.1:${ports.PORT}`, /foyer_\w+/.exec((await told())[0] as string)?.[0] as string);
  }, 60_000);

  afterAll(async () => {
    served?.kill("SIGTERM");
    await served?.exited;
    rmSync(folder, { recursive: true, force: true });
  });

  const told = () => Promise.all(["said", "complained"].map((name) => Bun.file(join(folder, name)).text()));

  test("is served from its own folder alone, leaves the other one as it was, and nobody else may read it", async () => {
    expect(await told()).toEqual([expect.stringContaining('"database":"sqlite"'), ""]);
    const opened = ["", "foyer.db", "secret"].map((name) => statSync(join(dataFolder(), name)).mode & 0o077);
    expect(opened).toEqual([0, 0, 0]);
    expect(readdirSync(join(folder, "own"))).toEqual(["foyer.db"]);
    expect(await Bun.file(join(folder, "own", "foyer.db")).text()).toBe("precious");
  });

  test("is a month of a company, with visits of every kind, leads, questions and deliveries in every state, and its key opens it", async () => {
    // Visits become sessions when the service runs.
    const stats = () => api.call("getStats", { query: { groupBy: "kind" } });
    await until(async () => (await stats()).groups.length === 5, 60_000);
    expect((await api.call("listTenantAudiences", {})).totalCount).toBe(500);
    expect((await api.call("listAccounts", {})).totalCount).toBe(60);
    const leads = await api.call("listFormSubmissions", { query: { limit: 100 } });
    expect(leads.items.length).toBeGreaterThan(20);
    expect(leads.items.filter(({ analyticsSessionId }) => analyticsSessionId === null)).toEqual([]);
    expect((await api.call("listQuestionGroups", {})).items.length).toBeGreaterThan(1);
    const [webhook, ...others] = (await api.call("listWebhookSubscriptions", {})).items;
    expect(others).toEqual([]);
    expect(new URL(webhook?.url ?? "").hostname).toBe("127.0.0.1");
    const params = { subscription_id: webhook?.subscriptionId ?? "" };
    const deliveries = (await api.call("listWebhookDeliveries", { params, query: { limit: 100 } })).items;
    const triesOf = (wanted: string) => deliveries.filter(({ state }) => state === wanted).map(({ triesMade }) => triesMade);
    // Delivered at once and after some tries; refused at once and given up; tried again for days.
    expect(triesOf("succeeded")).toContain(1);
    expect(triesOf("succeeded")).toContain(3);
    expect(triesOf("failed")).toContain(1);
    expect(triesOf("failed")).toContain(10);
    expect(Math.max(...triesOf("pending"))).toBeGreaterThan(5);
    const days = new Set(deliveries.map(({ createdAt }) => Math.floor(Number(createdAt) / 86_400_000)));
    expect(days.size).toBeGreaterThan(10);
  });
});

test("the demo takes the place of an empty folder, and of a demo before", () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-demo-"));
  emptyDemoFolder(folder);
  writeFileSync(join(folder, "foyer.db"), "of before");
  emptyDemoFolder(folder);
  expect(readdirSync(folder)).toEqual(["demo.txt"]);
  rmSync(folder, { recursive: true });
});

test("the demo leaves a folder alone that it did not make", async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-demo-"));
  try {
    const precious = join(folder, "data-demo", "foyer.db");
    await Bun.write(precious, "precious");
    const { code, stderr } = await demo(folder);
    expect([code, stderr.trim()]).toEqual([1, expect.stringContaining("that is not a demo")]);
    expect(await Bun.file(precious).text()).toBe("precious");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the demo makes nothing where it can't be served, and says which setting is wrong", async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-demo-"));
  const occupant = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  try {
    const taken = await demo(folder, undefined, { PAGES_PORT: String(occupant.port) });
    expect([taken.code, taken.stderr.trim()]).toEqual([1, expect.stringContaining("set PAGES_PORT to another port")]);
    const nowhere = await demo(folder, undefined, { HOST: "nohost.invalid" });
    expect([nowhere.code, nowhere.stderr.trim()]).toEqual([1, expect.stringContaining("HOST=nohost.invalid has no address")]);
    const wrong = await demo(folder, undefined, { PORT: "http", PUBLIC_URL: "example.com" });
    expect([wrong.code, wrong.stderr.trim().split("\n")]).toEqual([
      2,
      [expect.stringMatching(/^PORT must be/), expect.stringMatching(/^PUBLIC_URL must be/)],
    ]);
    expect(existsSync(join(folder, "data-demo"))).toBe(false);
  } finally {
    await occupant.stop(true);
    rmSync(folder, { recursive: true, force: true });
  }
});

const script = join(import.meta.dir, "../../scripts/demo.ts");

async function demo(cwd: string, dataFolder?: string, settings: Record<string, string> = {}) {
  const env = { ...process.env, ...(await freePorts()), FOYER_DATA: dataFolder, ...settings };
  const made = Bun.spawn([process.execPath, script], { cwd, env, stdout: "pipe", stderr: "pipe" });
  const [code, stdout, stderr] = await Promise.all([
    made.exited,
    new Response(made.stdout).text(),
    new Response(made.stderr).text(),
  ]);
  return { code, stdout, stderr };
}

async function freePorts() {
  return { PORT: String(await freePort()), PAGES_PORT: String(await freePort()) };
}
