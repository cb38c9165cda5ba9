import { expect, test } from "bun:test";
import { sweep } from "../server/maintenance";
import { sql } from "../server/storage/sql";
import { onBothEngines } from "./support/engines";
import { useService } from "./support/service";
import { createTenant } from "./support/world";

const dayMs = 86_400_000;

onBothEngines("maintenance", (engine) => {
  const service = useService(engine);
  const count = async (table: "events" | "idempotency") => {
    const query = table === "events" ? sql`SELECT count(*) AS count FROM events` : sql`SELECT count(*) AS count FROM idempotency`;
    return Number((await service().db.first<{ count: number }>(query))?.count);
  };

  test("removes events after 30 days and stored answers after 24 hours, of every tenant, and nothing else", async () => {
    const { db, api } = service();
    const { api: other } = await createTenant(service(), "other");
    const now = Date.now();
    for (const tenant of [api, other]) {
      await tenant.call("createPerson", { body: { name: "Kept" }, headers: { "idempotency-key": "k" } });
    }
    const events = await count("events");
    await sweep(db, now + dayMs - 60_000);
    expect([await count("events"), await count("idempotency")]).toEqual([events, 2]);
    await sweep(db, now + dayMs + 60_000);
    expect([await count("events"), await count("idempotency")]).toEqual([events, 0]);
    await sweep(db, now + 30 * dayMs - 60_000);
    expect(await count("events")).toBe(events);
    await sweep(db, now + 30 * dayMs + 60_000);
    expect(await count("events")).toBe(0);
    for (const tenant of [api, other]) expect((await tenant.call("listPersons", {})).items).toMatchObject([{ name: "Kept" }]);
  });

  test("takes away a thousand at a time, oldest first, so that it holds nobody up", async () => {
    const { db } = service();
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1500)
        SELECT tenant_id, 'event_0' || (10000 + number), 'topic.deleted', 's', '{}', number FROM numbers
        CROSS JOIN tenants WHERE name = 'default'`);
      await tx.run(sql`
        INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1500)
        SELECT tenant_id, 'createPerson', 'k' || number, 'f', 201, 's', '{}', number FROM numbers
        CROSS JOIN tenants WHERE name = 'default'`);
    });
    await sweep(db, Date.now());
    expect([await count("events"), await count("idempotency")]).toEqual([500, 500]);
    const oldest = await db.first<{ id: string }>(sql`SELECT min(event_id) AS id FROM events`);
    expect(oldest?.id).toBe("event_011001");
    await sweep(db, Date.now());
    expect([await count("events"), await count("idempotency")]).toEqual([0, 0]);
  });
});
