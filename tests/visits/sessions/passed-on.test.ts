import { expect, test } from "bun:test";
import { onBothEngines } from "../../support/database/engines";
import { tablesWith } from "../../support/database/state";
import { computed, onlySession, TabByHand, visitedPage } from "../../support/features/visits";
import { useService } from "../../support/service/service";

onBothEngines("a visit whose audience is given to another person", (engine) => {
  const service = useService(engine);

  test("keeps its campaign and what was clicked, until the person is erased whom its page was made for", async () => {
    const { api, db } = service();
    const personOf = async (name: string) => (await api.call("createPerson", { body: { name } })).personId;
    const marker = `marvin${engine}`;
    const [first, second] = [await personOf(marker), await personOf("Second")];
    const externalId = crypto.randomUUID();
    const { place, token } = await visitedPage(service(), {}, { externalId, personId: first });
    const tab = new TabByHand(service(), token);
    const click = () => tab.event("c", 0, "book", `Book it, ${marker}`, "", "book");
    await tab.send(0, [tab.event("s", 0, "?utm_source=mail", 0), click()]);
    await computed(service());
    const params = { page_id: place.page_id, external_id: externalId };
    await api.call("upsertAudienceByExternalId", { params, body: { personId: second } });
    await tab.send(50, [click()]);
    await computed(service());
    service().advance(31 * 60_000);
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ computationStatus: "completed", utmSource: "mail", totalClicksCount: 2 });
    const ofSession = { params: { audience_session_id: session.audienceSessionId as string } };
    const { interactions } = await api.call("getSessionInteractions", ofSession);
    expect(interactions.map(({ label }) => label)).toEqual([`Book it, ${marker}`, `Book it, ${marker}`]);

    await api.call("deletePerson", { params: { person_id: first } });
    await tab.send(100, [click()]);
    await computed(service());
    expect(await tablesWith(db, marker)).toEqual([]);
  });
});
