import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { stateOf } from "../support/database/state";
import { addToSearchBlocks } from "../support/features/search";
import { addSession } from "../support/features/sessions";
import { buildVersion, makeAudience, makePage, untilQuiet } from "../support/features/versions";
import { useService } from "../support/service/service";

const races = 40;

onBothEngines("erasing a person", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  const createPerson = async (name: string) => (await api().call("createPerson", { body: { name } })).personId;
  const linkOf = async (audienceId: string) =>
    (await api().call("listPageLinks", { query: { audienceId } })).items[0] as { pageLinkId: string; path: string };

  const key = () => ({ "idempotency-key": crypto.randomUUID() });
  const email = "Zyx.Mailbox@corp.example";
  const profile = "https://www.linkedin.com/in/zyxprofile";
  const body = { name: "Zyx Qpo", email, phoneNumber: "+4930987654321", linkedinProfileUrl: profile };
  const traces = /zyx.{0,3}qpo|zyx.mailbox|zyxprofile|4930987654321/i;

  async function holding(): Promise<string[]> {
    const rows = Object.entries(await stateOf(service().db));
    return rows.flatMap(([table, lines]) => lines.filter((line) => traces.test(line)).map((line) => `${table}: ${line}`));
  }

  const eventsOf = async (type: string) =>
    (await api().call("listEvents", { query: { limit: 100 } })).items.filter((event) => event.type === type);

  test("leaves no trace of them in anything they were part of", async () => {
    const { db } = service();
    const { personId, slug } = await api().call("createPerson", { body, headers: key() });
    const successor = await createPerson("Successor");
    const pageId = await makePage(api());
    const now = await makeAudience(api(), { personId }, pageId);
    const before = await makeAudience(api(), { personId, externalId: "before" }, pageId);
    const other = await makeAudience(api(), {}, pageId);
    await api().call("createAudienceBatch", { params: { page_id: pageId }, body: { audiences: [{ personId }] }, headers: key() });
    await api().call("updateAudience", { params: now, body: { actionUrlOverride: "/a" }, headers: key() });
    await api().call("createMessage", { params: now, body: { text: "Shorter, please" }, headers: key() });
    await buildVersion(api(), now);
    await buildVersion(api(), now, { publish: "manual" });
    await buildVersion(api(), before);
    const passedOn = { page_id: pageId, external_id: "before" };
    await api().call("upsertAudienceByExternalId", { params: passedOn, body: { personId: successor }, headers: key() });

    const link = async (path: string, audienceId: string) => {
      const target = { targetType: "audience", audienceId } as const;
      return (await api().call("createPageLink", { body: { path, target }, headers: key() })).pageLinkId;
    };
    const change = (page_link_id: string, wish: { path?: string; audienceId?: string }) => {
      const target = wish.audienceId && { target: { targetType: "audience", audienceId: wish.audienceId } as const };
      const place = wish.path && { path: wish.path };
      return api().call("updatePageLink", { params: { page_link_id }, body: { ...place, ...target }, headers: key() });
    };
    const odd = [
      "/Zyx-Qpo",
      "/ZYX%20QPO/a",
      `/${slug}/hello`,
      `/a/${slug}-2/b/${slug}`,
      "/for-zyx_qpo.html",
      "/Žyx·Qpó",
      "/d/zyx-qpo",
    ];
    const ids: string[] = [];
    for (const path of odd) ids.push(await link(path, now.audience_id));
    await api().call("deletePageLink", { params: { page_link_id: ids.at(-1) as string } });
    const moved = await link(`/welcome/${slug}`, now.audience_id);
    await change(moved, { audienceId: other.audience_id });
    const movedFromBefore = await link(`/${slug}/welcome`, before.audience_id);
    await change(movedFromBefore, { audienceId: now.audience_id });
    await change(movedFromBefore, { audienceId: other.audience_id });
    const renamed = await link(`/renamed/${slug}`, now.audience_id);
    await change(renamed, { path: "/renamed/plain", audienceId: other.audience_id });
    const untouched = await link("/hello/everyone", now.audience_id);

    const tenantId = await tenantIdOf(db, api());
    const seen = { pageId, pageUrl: `https://acme.example/spring/${slug}`, pageTitle: "For Zyx Qpo" };
    await addSession(db, tenantId, { ...seen, audienceId: now.audience_id });
    await addSession(db, tenantId, { ...seen, audienceId: before.audience_id });
    await addSession(db, tenantId, { ...seen, pageTitle: null, audienceId: other.audience_id });
    await addSession(db, tenantId, { pageId, formSubmissionEmail: email.toUpperCase() });
    await addSession(db, tenantId, { pageId, formSubmissionPhone: body.phoneNumber });
    await addSession(db, tenantId, { pageId, formSubmissionIdentifier: profile, formSubmissionIdentifierType: "linkedin" });
    const { audienceSessionId } = await addSession(db, tenantId, { ...seen, pageUrl: "/kept", pageTitle: "Kept" });
    await untilQuiet(db);
    await addToSearchBlocks(db, tenantId, ["persons", "audiences"]);

    const held = new Set((await holding()).map((line) => line.split(":")[0]));
    const places = [
      "persons",
      "version_documents",
      "version_pages",
      "page_links",
      "audience_sessions",
      "events",
      "idempotency",
      "search_records",
    ];
    expect([...held].sort()).toEqual(places.sort());
    const numbered = await db.all(sql`SELECT number FROM audiences WHERE audience_id = ${before.audience_id}`);
    await api().call("deletePerson", { params: { person_id: personId } });
    expect(await holding()).toEqual([]);

    const pathOf = async (page_link_id: string) => (await api().call("getPageLink", { params: { page_link_id } })).path;
    expect(await pathOf(moved)).toBe("/welcome/audience");
    expect(await pathOf(ids[2] as string)).toMatch(/^\/audience-\d+\/hello$/);
    expect([await pathOf(renamed), await pathOf(untouched)]).toEqual(["/renamed/plain", "/hello/everyone"]);
    const params = { page_id: pageId, audience_session_id: audienceSessionId };
    expect(await api().call("getAudienceSession", { params })).toMatchObject({ pageUrl: "/kept", pageTitle: "Kept" });
    expect(await db.all(sql`SELECT number FROM audiences WHERE audience_id = ${before.audience_id}`)).toEqual(numbered);
    const told = (await eventsOf("audience.updated")).filter(({ data }) => data.audienceId === now.audience_id);
    expect(told.map(({ data }) => data)).toEqual([await api().call("getAudience", { params: now })]);
    const changed = (await eventsOf("page_link.updated")).map(({ data }) => data);
    expect(changed).toContainEqual(await api().call("getPageLink", { params: { page_link_id: moved } }));
    expect(changed.filter(({ pageLinkId }) => pageLinkId === untouched)).toEqual([]);
  });

  test("works for a person with very many audiences", async () => {
    const { db } = service();
    const personId = await createPerson("Many Audiences");
    const place = await makeAudience(api(), { personId });
    // More than a statement of SQLite can take parameters.
    const howMany = engine === "sqlite" ? 33_000 : 4_000;
    await db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO audiences (tenant_id, audience_id, page_id, status, person_id, number, is_new_page_agent, latest_version_id,
          published_version_id, versions_made, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${howMany})
        SELECT tenant_id, 'many_' || numbers.number, page_id, status, person_id, numbers.number, is_new_page_agent,
          latest_version_id, published_version_id, versions_made, created_at
        FROM audiences, numbers WHERE audience_id = ${place.audience_id}`),
    );
    const erase = async () => (await api().send("deletePerson", { params: { person_id: personId } })).status;
    // A busy machine may need more than the time of one request.
    let status = await erase();
    for (let tries = 1; status === 503 && tries < 5; tries += 1) status = await erase();
    expect(status).toBe(200);
    expect(await db.all(sql`SELECT audience_id FROM audiences WHERE person_id = ${personId} LIMIT 1`)).toEqual([]);
  });

  test(`succeeds while another link takes the path that theirs would get, ${races} times`, async () => {
    const other = await makeAudience(api());
    const pageId = await makePage(api(), { name: "Race" });
    for (let race = 1; race <= races; race += 1) {
      const personId = await createPerson(`Racer ${race}`);
      const place = await makeAudience(api(), { personId }, pageId);
      const target = { targetType: "audience", audienceId: other.audience_id } as const;
      const answers = await Promise.all([
        ...["", "-2", "-3"].map((suffix) =>
          api().send("createPageLink", { body: { path: `/race/audience-${race}${suffix}`, target } }),
        ),
        api().send("deletePerson", { params: { person_id: personId } }),
      ]);
      expect(answers.at(-1)?.status).toBe(200);
      expect(answers.every(({ status }) => status === 200 || status === 201 || status === 409)).toBe(true);
      expect((await linkOf(place.audience_id)).path).toMatch(new RegExp(`^/race/audience-${race}(-\\d+)?$`));
    }
  });
});
