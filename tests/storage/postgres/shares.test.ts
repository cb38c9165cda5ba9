import { describe, expect, test } from "bun:test";
import { sql } from "../../../server/storage/sql";
import { lockWaits } from "../../support/database/lock-waits";
import { tenantIdOf } from "../../support/database/rows";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";
import { createTenant } from "../../support/service/tenants";

const changes = 40;

describe("a tenant whose changes wait for each other", () => {
  const service = useService("postgres", { runsJobs: false });

  test("leaves connections to other tenants, and all its changes are made at last", async () => {
    const { db, api } = service();
    const tenantId = await tenantIdOf(db, api);
    const neighbour = await createTenant(service(), "a neighbour");
    const { personId } = await api.call("createPerson", { body: { name: "Ann" } });
    const rename = (name: string) => api.call("updatePerson", { params: { person_id: personId }, body: { name } });
    let renamed: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.all(sql`SELECT 1 AS held FROM persons WHERE tenant_id = ${tenantId} AND person_id = ${personId} FOR UPDATE`);
      renamed = Promise.all(Array.from({ length: changes }, (_, nth) => rename(`Ann ${nth}`)));
      await until(async () => (await lockWaits(db)) >= 7);
      await neighbour.api.call("createTopic", { body: { title: "Meanwhile" } });
    });
    await renamed;
    const { totalCount } = await api.call("listEvents", { query: { type: "person.updated" } });
    expect(totalCount).toBe(changes);
  });
});
