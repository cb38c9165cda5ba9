import { beforeAll, expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { createShowcase, publishShowcase } from "../support/browser/site";
import { onTodaysEngine } from "../support/database/engines";
import { post, type Visit, visit, visitorTokenIn } from "../support/features/visitor";
import { storedEvents, TabByHand, trackerTokenIn } from "../support/features/visits";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { createKey, createTenant, longTenantId } from "../support/service/tenants";

onTodaysEngine("a tenant that was made when identifiers of tenants were long", (engine) => {
  const service = useService(engine);
  const tenantId = longTenantId();
  let api: Api;
  let page: { path: string; html: string };

  beforeAll(async () => {
    const { tenantId: short } = await createTenant(service(), "older");
    await service().db.transaction(async (tx) => {
      await tx.run(sql`UPDATE tenants SET tenant_id = ${tenantId} WHERE tenant_id = ${short}`);
      await tx.run(sql`UPDATE forms SET tenant_id = ${tenantId} WHERE tenant_id = ${short}`);
      await tx.run(sql`DELETE FROM api_keys WHERE tenant_id = ${short}`);
    });
    api = new Api(service().origin, await createKey(service().db, tenantId, ["*"]));
    const there = { ...service(), api };
    const { pathname } = new URL((await publishShowcase(there, await createShowcase(there), "inbound")).url);
    page = { path: pathname, html: (await visit(service(), pathname)).html };
  });

  const open = (pattern: RegExp): Promise<Visit> => visit(service(), pattern.exec(page.html)?.[0] ?? "nothing of the page");

  test("has the same identifier as before", async () => {
    expect((await api.call("getOwnApiKey", {})).tenantId).toBe(tenantId);
  });

  test("has its pages with their pictures, the one for sharing and the icon", async () => {
    for (const found of [
      await open(new RegExp(`/_foyer/assets/${tenantId}/[^" ]+`)),
      await open(new RegExp(`/_foyer/icons/${tenantId}/[^" ]+`)),
      await open(new RegExp(`/_foyer/share/${tenantId}/[^" ]+`)),
    ])
      expect(found.status).toBe(200);
    const { items } = await api.call("listAssets", { query: { limit: 1 } });
    const { downloadUrl } = items[0] as { downloadUrl: string };
    expect((await fetch(downloadUrl.replace("http://foyer.test", service().origin))).status).toBe(200);
  });

  test("hears of its visits and of their questions", async () => {
    const tab = new TabByHand(service(), trackerTokenIn(page.html));
    expect((await tab.send(1_000, [tab.event("s", 0, "", 0)])).status).toBe(204);
    expect(await storedEvents(service().db)).toMatchObject([{ type: "start" }]);
    const fields = { page: visitorTokenIn(page.html), question: "When do you open?" };
    expect((await post(service(), "/_foyer/ask?language=en", fields)).status).toBe(200);
    expect((await api.call("listQuestions", {})).items).toMatchObject([{ text: "When do you open?" }]);
  });
});
