import { expect, test } from "bun:test";
import { onBothEngines } from "../support/engines";
import { useService } from "../support/service";
import { computed, onlySession, sessionsOf, TabByHand, visitedPage } from "../support/visits";
import { stateOf } from "../support/world";

onBothEngines("erasing a person who visited", (engine) => {
  const service = useService(engine);

  test("leaves the session's figures, and nothing of the person anywhere in the database", async () => {
    const marker = `zaphod${engine}`;
    const { personId } = await service().api.call("createPerson", { body: { name: marker, email: `${marker}@erased.example` } });
    const { place, token } = await visitedPage(service(), {}, { personId });
    const tab = new TabByHand(service(), token);
    const search = `?utm_source=mail&utm_content=${marker}&utm_term=${marker}@erased.example`;
    await tab.send(0, [tab.event("s", 0, search, 0), tab.event("c", 0, "book", `Book it, ${marker}`, `For ${marker}`, "book")]);
    await computed(service());
    service().advance(31 * 60_000);
    await computed(service());
    const pending = new TabByHand(service(), token);
    await pending.send(0, [pending.event("s", 0, search, 0), pending.event("c", 0, marker, marker, marker, "")]);
    const holding = async () =>
      Object.entries(await stateOf(service().db))
        .filter(([, lines]) => lines.some((line) => line.toLowerCase().includes(marker)))
        .map(([table]) => table);
    expect(await holding()).toContain("visit_events");
    expect(await holding()).toContain("session_interactions");
    const { erased } = await service().api.call("deletePerson", { params: { person_id: personId } });
    expect(erased.find(({ table }) => table === "visit_events")).toMatchObject({ found: 4, removed: 4 });
    await computed(service());
    expect(await holding()).toEqual([]);
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      computationStatus: "completed",
      totalClicksCount: 1,
      hasConversion: true,
      pageUrl: null,
      utmSource: null,
    });
  });

  test("keeps nothing of the person that a tab tells later, which still shows the person's page", async () => {
    const marker = `trillian${engine}`;
    const { personId } = await service().api.call("createPerson", { body: { name: marker } });
    const { place, token } = await visitedPage(service(), {}, { personId });
    const tab = new TabByHand(service(), token);
    const click = () => tab.event("c", 0, "book", `Book it, ${marker}`, `For ${marker}`, "book");
    await tab.send(0, [tab.event("s", 0, `?utm_content=${marker}`, 0), click()]);
    await computed(service());
    await service().api.call("deletePerson", { params: { person_id: personId } });
    const later = new TabByHand(service(), token);
    await tab.send(50, [click()]);
    await later.send(0, [later.event("s", 0, `?utm_content=${marker}`, 0)]);
    await computed(service());
    const holding = Object.entries(await stateOf(service().db)).filter(([, lines]) =>
      lines.some((line) => line.toLowerCase().includes(marker)),
    );
    expect(holding.map(([table]) => table)).toEqual([]);
    const clicks = (await sessionsOf(service(), place.page_id)).map(({ totalClicksCount }) => totalClicksCount);
    expect(clicks.sort()).toEqual([0, 1, 1]);
  });
});
