import { expect, test } from "bun:test";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { stateOf } from "../support/database/state";
import { addSession } from "../support/features/sessions";
import { ownHost, post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, onlySession, sessionsOf, TabByHand, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";

const formAction = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };

onBothEngines("erasing a person who visited", (engine) => {
  const service = useService(engine);

  test("leaves the session's figures, and nothing of the person anywhere in the database", async () => {
    const marker = `zaphod${engine}`;
    const { personId } = await service().api.call("createPerson", { body: { name: marker, email: `${marker}@erased.example` } });
    const { place, path, token } = await visitedPage(service(), {}, { personId });
    const tab = new TabByHand(service(), token);
    const search = `?utm_source=mail&utm_content=${marker}&utm_term=${marker}@erased.example`;
    await tab.send(0, [
      tab.event("s", 0, search, 0),
      tab.event("c", 0, `book-${marker}`, `Book it, ${marker}`, `For ${marker}`, "book"),
    ]);
    await visit(service(), `/_foyer/views/${token}.gif`, { headers: { referer: `http://${ownHost}${path}${search}` } });
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
    expect(erased.find(({ table }) => table === "visit_events")).toMatchObject({ found: 3, removed: 3 });
    await computed(service());
    expect(await holding()).toEqual([]);
    // The second tab's visit is a session too if it was computed before the person was erased.
    const sessions = await sessionsOf(service(), place.page_id);
    expect(sessions.at(-1)).toMatchObject({ computationStatus: "completed", totalClicksCount: 1, hasConversion: true });
    for (const session of sessions) expect(session).toMatchObject({ pageUrl: null, utmSource: null });
  });

  test("keeps nothing of the person that a tab tells later, which still shows the person's page", async () => {
    const marker = `trillian${engine}`;
    const { personId } = await service().api.call("createPerson", { body: { name: marker } });
    const { place, path, token } = await visitedPage(service(), {}, { personId });
    const tab = new TabByHand(service(), token);
    const click = () => tab.event("c", 0, "book", `Book it, ${marker}`, `For ${marker}`, "book");
    await tab.send(0, [tab.event("s", 0, `?utm_content=${marker}`, 0), click()]);
    await computed(service());
    await service().api.call("deletePerson", { params: { person_id: personId } });
    const later = new TabByHand(service(), token);
    await tab.send(50, [click()]);
    await later.send(0, [later.event("s", 0, `?utm_content=${marker}`, 0)]);
    await visit(service(), `/_foyer/views/${token}.gif`, {
      headers: { referer: `http://${ownHost}${path}?utm_content=${marker}` },
    });
    await computed(service());
    const holding = Object.entries(await stateOf(service().db)).filter(([, lines]) =>
      lines.some((line) => line.toLowerCase().includes(marker)),
    );
    expect(holding.map(([table]) => table)).toEqual([]);
    const clicks = (await sessionsOf(service(), place.page_id)).map(({ totalClicksCount }) => totalClicksCount);
    expect(clicks.sort()).toEqual([0, 0, 1, 1]);
  });

  test("removes the raw events of a visit to somebody else's page in which the person sent a form", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [formAction] });
    const tab = new TabByHand(service(), token, crypto.randomUUID().replaceAll("-", "").slice(0, 26));
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const page = visitorTokenIn((await visit(service(), path)).html);
    const email = `arthur@${engine}.example`;
    await post(service(), "/_foyer/forms", { page, email, _visit: `visit_${tab.visitKey}` });
    await computed(service());
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    const events = () => service().db.all(sql`SELECT 1 AS found FROM visit_events WHERE load_key = ${tab.load}`);
    expect(await events()).toHaveLength(1);
    await service().api.call("deletePerson", { params: { person_id: items[0]?.personId as string } });
    expect(await events()).toEqual([]);
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ computationStatus: "completed", hasFormSubmit: true, formSubmissionEmail: null });
  });

  test.each([
    ["before anything is computed", false, false],
    ["after its raw events are gone", true, false],
    ["after its raw events and the questions themselves are gone", true, true],
  ])("removes what they asked in a visit to everybody's page in which they sent a form, %s", async (_, areGone, areDeleted) => {
    const { place, path, token } = await visitedPage(service(), { actions: [formAction] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    const [sender, colleague] = ["ford", "arthur"].map((name) => `${name}${areGone}${areDeleted}@${engine}.example`) as [
      string,
      string,
    ];
    const visited = async (email: string, message: string) => {
      const tab = new TabByHand(service(), token, crypto.randomUUID().replaceAll("-", "").slice(0, 26));
      await tab.send(0, [tab.event("s", 0, "", 0)]);
      const _visit = `visit_${tab.visitKey}`;
      const ask = (question: string) => post(service(), "/_foyer/ask?language=en", { page, question, _visit });
      await ask(`What would we at ${tab.visitKey} pay?`);
      await post(service(), "/_foyer/forms", { page, email, message, _visit });
      await ask(`And our office in ${tab.visitKey}?`);
      return tab.visitKey;
    };
    const marker = await visited(sender, "Call me");
    const other = await visited(colleague, `Or ask ${sender}`);
    if (areGone) {
      await computed(service());
      for (const table of ["visits", "visit_events"])
        await service().db.transaction((tx) => tx.run(statement(`DELETE FROM ${table}`)));
    }
    if (areDeleted) {
      const { items } = await service().api.call("listQuestions", { query: { pageId: place.page_id } });
      for (const { questionId } of items) await service().api.call("deleteQuestion", { params: { question_id: questionId } });
    }
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    const personId = items.find(({ identifier }) => identifier === sender)?.personId as string;
    await service().api.call("deletePerson", { params: { person_id: personId } });
    const kept = ({ events, questions }: Awaited<ReturnType<typeof stateOf>>, name: string) =>
      [...(events ?? []), ...(questions ?? [])].filter((line) => line.includes(name)).length;
    const state = await stateOf(service().db);
    expect([kept(state, marker), kept(state, other)]).toEqual([0, areDeleted ? 4 : 6]);
  });

  test("removes the campaign that names them also from the events of a visit to somebody else's page", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [formAction] });
    const [marker, other] = [`trillian${engine}`, `slartibartfast${engine}`];
    const page = visitorTokenIn((await visit(service(), path)).html);
    for (const name of [marker, other]) {
      const tab = new TabByHand(service(), token, crypto.randomUUID().replaceAll("-", "").slice(0, 26));
      await tab.send(0, [tab.event("s", 0, `?utm_source=mail&utm_content=${name}`, 0)]);
      await computed(service());
      await post(service(), "/_foyer/forms", { page, email: `${name}@named.example`, _visit: `visit_${tab.visitKey}` });
      await computed(service());
      service().advance(31 * 60_000);
      await computed(service());
    }
    const holding = async (name: string) =>
      Object.entries(await stateOf(service().db))
        .filter(([, lines]) => lines.some((line) => line.toLowerCase().includes(name)))
        .map(([table]) => table);
    const events = async (name: string) =>
      (await service().api.call("listEvents", { query: {} })).items
        .filter(({ type, data }) => type.startsWith("audience_session.") && JSON.stringify(data).includes(name))
        .map(({ type }): string => type);
    const told = ["audience_session.completed", "audience_session.started"];
    expect(await events(marker)).toEqual(told);
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id, limit: 2 } });
    expect(items[1]?.identifier).toBe(`${marker}@named.example`);
    await service().api.call("deletePerson", { params: { person_id: items[1]?.personId as string } });
    expect(await holding(marker)).toEqual([]);
    expect(await events(other)).toEqual(told);
  });

  test("removes campaigns that name them from visits to pages of everybody, and leaves those of others", async () => {
    const { api } = service();
    const { place, token } = await visitedPage(service());
    const person = { name: "Zoë Quixwell", email: `zquixwell@${engine}.example` };
    const { personId } = await api.call("createPerson", { body: person });
    const visitedFrom = async (search: string) => {
      const tab = new TabByHand(service(), token);
      await tab.send(0, [tab.event("s", 0, search, 0), tab.event("c", 0, "a", "A", "", "")]);
    };
    const naming = [
      "utm_content=zoe-quixwell",
      "utm_term=Zo%C3%AB+Quixwell",
      "utm_source=to_zoequixwell",
      "utm_medium=zquixwell.2",
    ];
    const others = ["utm_campaign=Zoe+Adams", "utm_source=quixwells-list", "utm_content=zoe", "utm_term=spring"];
    for (const search of [...naming, ...others]) await visitedFrom(`?${search}`);
    await computed(service());
    service().advance(31 * 60_000);
    await computed(service());
    const campaigns = async () =>
      (await sessionsOf(service(), place.page_id))
        .flatMap(({ utmCampaign, utmContent, utmMedium, utmSource, utmTerm }) => [
          utmCampaign,
          utmContent,
          utmMedium,
          utmSource,
          utmTerm,
        ])
        .filter((value) => value !== null)
        .sort();
    expect(await campaigns()).toHaveLength(8);
    await api.call("deletePerson", { params: { person_id: personId } });
    expect(await campaigns()).toEqual(["Zoe Adams", "quixwells-list", "spring", "zoe"]);
    const holding = Object.entries(await stateOf(service().db)).filter(([, lines]) =>
      lines.some((line) => /zo[eë].?quixwell|zquixwell/i.test(line)),
    );
    expect(holding.map(([table]) => table)).toEqual([]);
    const sessions = await sessionsOf(service(), place.page_id);
    expect(sessions.map(({ totalClicksCount }) => totalClicksCount)).toEqual(Array(8).fill(1));
    // Somebody else may have come by that campaign: what they did stays.
    expect(await service().db.all(sql`SELECT 1 AS found FROM session_interactions WHERE label = 'A'`)).toHaveLength(8);
    const told = (await api.call("listEvents", { query: { type: "audience_session.completed", subjectId: place.audience_id } }))
      .items;
    expect(told).toHaveLength(4);
  });
});

onBothEngines("erasing a person whom one of very many campaigns names", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("finds it in as many steps as that takes, however many visits it brought", async () => {
    const { api, db } = service();
    const { personId } = await api.call("createPerson", { body: { name: "Tricia McMillan" } });
    const { place } = await visitedPage(service());
    const tenantId = await tenantIdOf(db, api);
    const here = { pageId: place.page_id, audienceId: place.audience_id };
    const mail = (number: number) => addSession(db, tenantId, { ...here, utmContent: `mail ${number}`, utmTerm: "spring" });
    for (let number = 0; number < 130; number += 1) await mail(number);
    const named = { utmContent: "to tricia-mcmillan", utmTerm: "tricia mcmillan" };
    for (let visits = 0; visits < 120; visits += 1) await addSession(db, tenantId, { ...here, ...named });
    await api.call("deletePerson", { params: { person_id: personId } });
    const left = await db.all<{ utm_content: string | null; utm_term: string | null }>(
      sql`SELECT utm_content, utm_term FROM audience_sessions WHERE tenant_id = ${tenantId}`,
    );
    expect(left).toHaveLength(250);
    expect(left.filter(({ utm_content, utm_term }) => utm_content?.startsWith("mail") && utm_term === "spring")).toHaveLength(
      130,
    );
    expect(left.filter(({ utm_content, utm_term }) => utm_content === null && utm_term === null)).toHaveLength(120);
  });
});

onBothEngines("erasing one of two persons who sent a form in the same visit", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("removes the visit's raw events, whoever sent the last form, and before anything is computed", async () => {
    for (const names of [["marvin"], ["marvin", "zarniwoop"]]) {
      const { place, path, token } = await visitedPage(service(), { actions: [formAction] });
      const tab = new TabByHand(service(), token, crypto.randomUUID().replaceAll("-", "").slice(0, 26));
      await tab.send(0, [tab.event("s", 0, "", 0)]);
      for (const name of names) {
        const page = visitorTokenIn((await visit(service(), path)).html);
        service().advance(2_000);
        const email = `${name}@${names.length}.example`;
        await post(service(), "/_foyer/forms", { page, email, _visit: `visit_${tab.visitKey}` });
      }
      const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
      expect(items).toHaveLength(names.length);
      const events = () => service().db.all(sql`SELECT 1 AS found FROM visit_events WHERE load_key = ${tab.load}`);
      expect(await events()).toHaveLength(1);
      await service().api.call("deletePerson", { params: { person_id: items.at(-1)?.personId as string } });
      expect(await events()).toEqual([]);
    }
  });
});

onBothEngines("deleting what was sent with a form", (engine) => {
  const service = useService(engine);

  test("removes who sent it from the session, which keeps its figures", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [formAction] });
    const tab = new TabByHand(service(), token, crypto.randomUUID().replaceAll("-", "").slice(0, 26));
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const page = visitorTokenIn((await visit(service(), path)).html);
    await post(service(), "/_foyer/forms", { page, email: "ford@deleted.example", _visit: `visit_${tab.visitKey}` });
    await computed(service());
    const before = await onlySession(service(), place.page_id);
    expect(before.formSubmissionEmail).toBe("ford@deleted.example");
    const params = { submission_id: before.formSubmissionId as string };
    const figures = async () =>
      (await service().api.call("getPageStats", { params: { page_id: place.page_id }, query: {} })).total;
    const counted = await figures();
    expect(counted).toMatchObject({ visits: 1, persons: 1, forms: 1, conversions: 1 });
    await service().api.call("deleteFormSubmission", { params });
    const left = {
      ...before,
      ...{ formSubmissionEmail: null, formSubmissionIdentifier: null, formSubmissionIdentifierType: null },
    };
    expect(await onlySession(service(), place.page_id)).toEqual(left);
    expect(await figures()).toEqual(counted);

    // Computed again, because more of the visit arrives.
    await tab.send(1, [tab.event("c", 1, "part", "Read on", "", "")]);
    await computed(service());
    const { lastSeenAt } = await onlySession(service(), place.page_id);
    expect(await onlySession(service(), place.page_id)).toEqual({ ...left, totalClicksCount: 1, lastSeenAt });
    expect(await figures()).toEqual(counted);
  });
});
