import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { computed, onlySession, sendBatch, sessionsOf, TabByHand, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";

onBothEngines("a visit", (engine) => {
  const service = useService(engine);

  test("of an archived audience, or of one that never was, is refused quietly", async () => {
    const { place, token } = await visitedPage(service());
    await service().api.call("archiveAudience", { params: place });
    const tab = new TabByHand(service(), token);
    service().advance(10);
    expect((await tab.send(0, [tab.event("s", 0, "", 0)])).status).toBe(204);
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect((await sendBatch(service(), forged, {})).status).toBe(204);
    await computed(service());
    expect(await sessionsOf(service(), place.page_id)).toEqual([]);
    expect(await service().db.all(sql`SELECT 1 AS found FROM visit_events WHERE load_key = ${tab.load}`)).toEqual([]);
  });

  test("of an archived page is not recorded", async () => {
    const { place, token } = await visitedPage(service());
    await service().api.call("archivePage", { params: { page_id: place.page_id } });
    service().advance(10);
    for (const headers of [{}, { "sec-gpc": "1" }] as Record<string, string>[]) {
      const tab = new TabByHand(service(), token, undefined, undefined, headers);
      expect((await tab.send(0, [tab.event("s", 0, "", 0)])).status).toBe(204);
    }
    await computed(service());
    expect(await sessionsOf(service(), place.page_id)).toEqual([]);
  });

  test("has nothing of the time in which its audience or page was archived, also after it is restored", async () => {
    const { place, token } = await visitedPage(service());
    const { page_id } = place;
    const tab = new TabByHand(service(), token);
    const clicksAfter = async () => {
      service().advance(10);
      expect((await tab.send(0, [tab.event("c", 0, "part", "Read on", "", "")])).status).toBe(204);
      service().advance(10);
    };
    const counted = async () => {
      await computed(service());
      return (await onlySession(service(), page_id)).totalClicksCount;
    };
    await clicksAfter();
    expect(await counted()).toBe(1);
    await service().api.call("archivePage", { params: { page_id } });
    await clicksAfter();
    // What came while the page was archived is not of an audience that was archived later.
    await service().api.call("archiveAudience", { params: place });
    expect(await counted()).toBe(1);
    await service().api.call("restorePage", { params: { page_id } });
    await clicksAfter();
    expect(await counted()).toBe(1);
    await service().api.call("restoreAudience", { params: place });
    await clicksAfter();
    expect(await counted()).toBe(2);
  });
});
