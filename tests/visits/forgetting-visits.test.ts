import { expect, test } from "bun:test";
import type { Writing } from "../../server/context";
import { takeStep } from "../../server/erasure/erase-person";
import { computeSomeVisits } from "../../server/features/sessions";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { onlySession, TabByHand, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";

const newId = createIds(Date.now);
const formAction = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };
/** Longer than any of the requests here takes that waits for nothing. */
const patienceMs = 500;

onBothEngines("what is forgotten while visits are computed", (engine) => {
  const service = useService(engine, { runsJobs: false });

  async function inTransaction<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result> {
    const { db, api, clock } = service();
    const ctx = { tenantId: await tenantIdOf(db, api), now: clock(), newId, site: testSite, dialect: db.dialect };
    return db.transaction((tx) => work({ ...ctx, db: tx }));
  }

  async function visitedByPerson(visits = 1) {
    const { personId } = await service().api.call("createPerson", { body: { name: "Slartibartfast" } });
    const { place, path, token } = await visitedPage(service(), { actions: [formAction] }, { personId });
    const tabs = Array.from(
      { length: visits },
      () => new TabByHand(service(), token, crypto.randomUUID().replaceAll("-", "").slice(0, 26)),
    );
    const click = (tab: TabByHand) => tab.event("c", 0, "part", "Read on", "", "");
    for (const tab of tabs) await tab.send(0, [tab.event("s", 0, "", 0), click(tab), click(tab)]);
    return { personId, place, path, visitKey: tabs[0]?.visitKey };
  }

  test("visits that are due in the middle of an erasure keep their figures", async () => {
    const visits = 55;
    const { personId, place } = await visitedByPerson(visits);
    const compute = async () => {
      // As if an event had come some seconds before.
      await service().db.transaction((tx) =>
        tx.run(sql`UPDATE visits SET due_at = ${service().clock()} WHERE due_at IS NOT NULL`),
      );
      while ((await inTransaction(computeSomeVisits)) > 0);
    };
    const figures = async () =>
      (await service().api.call("getPageStats", { params: { page_id: place.page_id }, query: {} })).total;
    await compute();
    const before = await figures();
    let steps = 0;
    for (; (await inTransaction((ctx) => takeStep(ctx, personId))) === "more"; steps += 1) await compute();
    expect(steps).toBeGreaterThan(3);
    const { items } = await service().api.call("listTenantSessions", { query: { pageId: place.page_id, limit: 100 } });
    const kept = { computationStatus: "completed", totalClicksCount: 2, sessionEndedAt: expect.any(String) };
    expect(items).toMatchObject(Array.from({ length: visits }, () => kept));
    expect(await figures()).toEqual(before);
  });

  test("a visit that is just computed for the first time is completed by the erasure", async () => {
    const { personId, place } = await visitedByPerson();
    let erasing: Promise<unknown> = Promise.resolve();
    await inTransaction(async (ctx) => {
      await computeSomeVisits(ctx);
      erasing = service().api.call("deletePerson", { params: { person_id: personId } });
      await Promise.race([erasing, Bun.sleep(patienceMs)]);
    });
    await erasing;
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "completed", pageUrl: null });
  });

  test("who sent a form that is deleted meanwhile is not in the session", async () => {
    const { place, path, visitKey } = await visitedByPerson();
    const page = visitorTokenIn((await visit(service(), path)).html);
    await post(service(), "/_foyer/forms", { page, email: `ford@${engine}.example`, _visit: `visit_${visitKey}` });
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    let deleting: Promise<unknown> = Promise.resolve();
    await inTransaction(async (ctx) => {
      await computeSomeVisits(ctx);
      deleting = service().api.call("deleteFormSubmission", { params: { submission_id: items[0]?.submissionId as string } });
      await Promise.race([deleting, Bun.sleep(patienceMs)]);
    });
    await deleting;
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ hasFormSubmit: true, formSubmissionEmail: null, formSubmissionIdentifier: null });
  });
});
