import { expect, test } from "bun:test";
import { createStorage } from "../support/database/engines";
import { PostgresServer } from "../support/database/postgres";
import { leastPage, makeAudience } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { until } from "../support/service/jobs";
import { spawnServer } from "../support/service/process";

test("while the database is away, pages in memory are served and others are 503 in the tenant's brand", async () => {
  const postgres = await PostgresServer.start();
  try {
    await using server = await spawnServer({ DATABASE_URL: await postgres.createDatabase("foyer") });
    const { api } = server;
    const host = new URL(server.pagesOrigin).host;
    const open = (path: string) => visit(server, path, { host });
    const { brandId } = await api.call("createBrand", { body: { name: "Northwind", colors: { primary: "#aa3300" } } });
    const { pageId } = await api.call("createPage", { body: { ...leastPage, brandId } });
    await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const paths: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { audience_id: audienceId } = await makeAudience(api, {}, pageId);
      const links = await api.call("listPageLinks", { query: { audienceId } });
      paths.push(`/default${links.items[0]?.path}`);
    }
    const [seen, unseen] = paths as [string, string];
    expect((await open(seen)).status).toBe(200);
    expect((await open("/default/nowhere")).html).toContain("Northwind");
    await postgres.halt();
    expect((await open(seen)).status).toBe(200);
    const away = await open(unseen);
    expect([away.status, away.headers["retry-after"]]).toEqual([503, "5"]);
    expect(away.html).toContain("Northwind");
    expect(away.html).not.toContain("ECONN");
    await postgres.launch();
    await until(async () => (await open(unseen)).status === 200, 15_000);
  } finally {
    await postgres.stop();
  }
});

test("on SIGTERM the health check for load balancers fails before the port closes", async () => {
  const storage = await createStorage("sqlite", { hasTables: true });
  try {
    await using server = await spawnServer(storage.environment);
    const health = async () => (await visit(server, "/_foyer/health", { host: "127.0.0.1" })).status;
    expect(await health()).toBe(200);
    const stopping = server.stop();
    await until(async () => (await health()) === 503);
    expect((await stopping).code).toBe(0);
  } finally {
    await storage.remove();
  }
});
