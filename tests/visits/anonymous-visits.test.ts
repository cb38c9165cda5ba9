import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, sendBatch, sessionsOf, storedEvents, TabByHand, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";

const form = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };

onBothEngines("a tab that was opened while visits were recorded in full", (engine) => {
  const service = useService(engine);
  const record = (recording: "full" | "anonymous" | "off") => service().api.call("updateSettings", { body: { recording } });
  const name = () => crypto.randomUUID().replaceAll("-", "").slice(0, 26);

  async function openedTab() {
    await record("full");
    const { place, path, token } = await visitedPage(service(), { actions: [form] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    const tab = new TabByHand(service(), token, name(), name());
    await tab.send(0, [tab.event("s", 0, "?utm_source=mail", 0), tab.event("c", 0, "first", "First", "", "")]);
    return { place, page, tab };
  }

  test.each(["the tenant", "the visitor's browser"])(
    "goes on as another visit once %s wants them to be anonymous, and nothing that is kept leads from one to the other",
    async (who) => {
      const { place, page, tab } = await openedTab();
      const holding = async () =>
        Object.values(await stateOf(service().db))
          .flat()
          .filter((line) => line.includes(tab.visitKey) || line.includes(tab.load));
      const before = await holding();
      expect(before.length).toBeGreaterThan(1);
      if (who === "the tenant") await record("anonymous");
      else tab.headers["sec-gpc"] = "1";
      const later = [tab.event("c", 5, "second", "Second", "", ""), tab.event("c", 6, "third", "Third", "", "")];
      for (let sent = 0; sent < 2; sent += 1) expect((await tab.send(7, later)).status).toBe(204);
      const fields = { page, email: `${name()}@opened.example`, _visit: `visit_${tab.visitKey}` };
      expect((await post(service(), "/_foyer/forms", fields, tab.headers)).status).toBe(200);
      expect((await tab.send(8, [tab.event("e", 8)])).status).toBe(204);
      expect(await holding()).toEqual(before);
      await computed(service());
      service().advance(31 * 60_000);
      await computed(service());
      const sessions = await sessionsOf(service(), place.page_id);
      // When the form was sent is kept to the minute, so the anonymous one may seem to have begun first.
      sessions.sort((one, other) => other.totalClicksCount - one.totalClicksCount);
      expect(
        sessions.map(({ audienceId, utmSource, totalClicksCount, hasFormSubmit }) => [
          audienceId,
          utmSource,
          totalClicksCount,
          hasFormSubmit,
        ]),
      ).toEqual([
        [null, null, 2, true],
        [place.audience_id, "mail", 1, false],
      ]);
      const clicks = (await storedEvents(service().db, place.page_id)).filter(({ type }) => type === "click");
      expect(clicks).toHaveLength(3);
    },
  );

  test.each([
    [300, "scanner"],
    [499, "scanner"],
    [500, "person"],
  ] as const)(
    "goes on with another clock and another count, and with the same figures: input after %d ms makes it a %s's",
    async (inputMs, kind) => {
      const { place, tab } = await openedTab();
      const rows = () =>
        service().db.all<{ seq: number; loaded_at: number; visit_key: string }>(sql`
          SELECT seq, received_at - sent_ms AS loaded_at, visit_key FROM visit_events JOIN visits USING (tenant_id, visit_key)
          WHERE page_id = ${place.page_id}`);
      const before = await rows();
      await record("anonymous");
      service().advance(5_000);
      await tab.send(5_000, [tab.event("i", inputMs), tab.event("d", 4_000, 50)]);
      service().advance(20_000);
      await tab.send(25_000, [tab.event("t", 6_000, 23_000), tab.event("c", 7_000, "part", "Part", "", "")]);
      const after = (await rows()).filter(({ visit_key }) => visit_key !== before[0]?.visit_key);
      expect(after).toHaveLength(2);
      for (const { seq, loaded_at } of after) {
        // By chance they are near each other once in a hundred thousand times.
        expect(Math.abs(Number(loaded_at) - Number(before[0]?.loaded_at))).toBeGreaterThan(3_600_000);
        expect(Math.abs(Number(seq))).toBeGreaterThan(10_000);
      }
      await computed(service());
      const session = (await sessionsOf(service(), place.page_id)).find(({ audienceId }) => audienceId === null);
      expect(session).toMatchObject({ timeSpentSeconds: 17, maxScrollDepthPercentage: 50, totalClicksCount: 1, kind });
    },
  );

  test("is told to keep nothing in the browser, by whichever way its visitor or the tenant wants it, and not otherwise", async () => {
    const { tab } = await openedTab();
    const { token } = tab;
    const isTold = async (headers: Record<string, string> = {}, more: object = {}, of = token) => {
      const batch = { v: name(), l: name(), n: 1, e: [[0, "s", 0, "", 0]], ...more };
      const answer = await sendBatch(service(), of, batch, headers);
      expect(answer.status).toBe(204);
      return answer.headers["foyer-private"] === "1";
    };
    const unknown = token.replace(/.$/, "~");
    expect(await Promise.all([isTold(), isTold({ dnt: "0" }), isTold({}, {}, unknown)])).toEqual([false, false, false]);
    const [gpc, dnt] = [{ "sec-gpc": "1" }, { dnt: "1" }];
    const asked = [isTold(gpc), isTold(dnt), isTold({}, { p: 1 }), isTold(gpc, {}, unknown)];
    expect(await Promise.all(asked)).toEqual([true, true, true, true]);
    for (const recording of ["anonymous", "off"] as const) {
      await record(recording);
      expect(await isTold()).toBe(true);
    }
  });

  test("leaves nothing more once no visits are recorded", async () => {
    const { place, page, tab } = await openedTab();
    const stored = async () => ({
      visits: await service().db.all(sql`SELECT visit_key FROM visits WHERE page_id = ${place.page_id}`),
      events: await storedEvents(service().db, place.page_id),
    });
    const before = await stored();
    await record("off");
    expect((await tab.send(5, [tab.event("c", 5, "second", "Second", "", "")])).status).toBe(204);
    const fields = { page, email: `${name()}@opened.example`, _visit: `visit_${tab.visitKey}` };
    expect((await post(service(), "/_foyer/forms", fields)).status).toBe(200);
    expect(await stored()).toEqual(before);
    await computed(service());
    const sessions = await sessionsOf(service(), place.page_id);
    expect(sessions.map(({ totalClicksCount, hasFormSubmit }) => [totalClicksCount, hasFormSubmit])).toEqual([[1, false]]);
  });
});
