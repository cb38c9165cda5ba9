import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/database/postgres";
import { until } from "../support/service/jobs";
import { spawnServer } from "../support/service/process";

test("the demo is a month of a company, with visits of every kind, leads, questions and deliveries in every state, and its key opens it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-demo-"));
  try {
    const precious = join(folder, "own", "foyer.db");
    await Bun.write(precious, "precious");
    mkdirSync(join(folder, "own-demo"));
    const { code, stdout } = await demo(folder, join(folder, "own"));
    expect(code).toBe(0);
    expect(await Bun.file(precious).text()).toBe("precious");
    const key = /foyer_\w+/.exec(stdout)?.[0] as string;
    await using server = await spawnServer({ FOYER_DATA: join(folder, "own-demo") }, key);
    const { api } = server;
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

async function demo(cwd: string, dataFolder?: string) {
  const script = join(import.meta.dir, "../../scripts/demo.ts");
  const ports = { PORT: String(await freePort()), PAGES_PORT: String(await freePort()) };
  const env = { ...process.env, ...ports, FOYER_DATA: dataFolder };
  const made = Bun.spawn([process.execPath, script], { cwd, env, stdout: "pipe", stderr: "pipe" });
  const [code, stdout, stderr] = await Promise.all([
    made.exited,
    new Response(made.stdout).text(),
    new Response(made.stderr).text(),
  ]);
  return { code, stdout, stderr };
}
