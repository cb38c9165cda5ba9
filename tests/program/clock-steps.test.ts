import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { makeAudience, makePage, untilQuiet, versionsOf } from "../support/features/versions";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { TabByHand, visitedPage } from "../support/features/visits";
import { Api } from "../support/service/api";
import { startTestService } from "../support/service/service";

const hourMs = 3_600_000;

onBothEngines("a clock that is set forward or back", (engine) => {
  test("does not keep a key alive that was revoked elsewhere", async () => {
    const service = await startTestService(engine);
    const { key, keyId } = await service.api.call("createApiKey", { body: { name: "short-lived", scopes: ["*"] } });
    const api = new Api(service.origin, key as string);
    await api.call("listPersons", {});
    service.stepClock(-hourMs);
    await service.db.transaction((tx) => tx.run(sql`UPDATE api_keys SET revoked_at = 1 WHERE key_id = ${keyId}`));
    service.advance(1_000);
    expect((await api.refusal("listPersons", {})).code).toBe("invalid_api_key");
    await service.stop();
  });

  test("does not refill what a key may do in a second", async () => {
    const service = await startTestService(engine, { rateLimit: 1 });
    const statusNow = async () => (await service.api.send("listPersons", {})).status;
    expect([await statusNow(), await statusNow(), await statusNow()]).toEqual([200, 200, 429]);
    service.stepClock(hourMs);
    expect(await statusNow()).toBe(429);
    service.advance(1_000);
    expect(await statusNow()).toBe(200);
    await service.stop();
  });

  test("takes a form that a visitor began before", async () => {
    const service = await startTestService(engine);
    const action = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };
    const { path, token } = await visitedPage(service, { actions: [action] });
    const tab = new TabByHand(service, token, crypto.randomUUID().replaceAll("-", "").slice(0, 26));
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const page = visitorTokenIn((await visit(service, path)).html);
    const _token = (await visit(service, `/_foyer/form_token?page=${encodeURIComponent(page)}`)).html;
    service.stepClock(-hourMs);
    const fields = { page, _token, email: "ada@clocks.example", _visit: `visit_${tab.visitKey}` };
    expect((await post(service, "/_foyer/forms", fields)).status).toBe(200);
    expect((await service.api.call("listFormSubmissions", {})).items).toHaveLength(1);
    await service.stop();
  });

  test("hides no audience from a batch: not one that was made by a process whose clock is ahead", async () => {
    const ahead = await startTestService(engine, { runsJobs: false });
    const onTime = await startTestService(engine, { storage: { ...ahead.storage, remove: async () => {} } });
    const pageId = await makePage(ahead.api);
    ahead.stepClock(hourMs);
    const audience = await makeAudience(ahead.api, {}, pageId);
    const api = new Api(onTime.origin, ahead.api.key);
    await api.call("createVersionBatch", { params: { page_id: pageId }, body: {} });
    await untilQuiet(onTime.db);
    expect(await versionsOf(api, audience)).toHaveLength(2);
    await onTime.stop();
    await ahead.stop();
  });
});
