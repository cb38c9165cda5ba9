import { beforeAll, expect, test } from "bun:test";
import type { AudienceSession, ProblemBody } from "../../../contract";
import { sql } from "../../../server/storage/sql";
import { onBothEngines } from "../../support/database/engines";
import { addAudience, addPage, tenantIdOf } from "../../support/database/rows";
import {
  addSession,
  interaction,
  knownOfVisit,
  type NewSession,
  visitStartedAt as started,
} from "../../support/features/sessions";
import { makeAudience, makePage } from "../../support/features/versions";
import { Api } from "../../support/service/api";
import { useService } from "../../support/service/service";
import { createKey, createTenant, type Tenant } from "../../support/service/tenants";

onBothEngines("audience sessions", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let tenantId: string;
  let stranger: Tenant;

  beforeAll(async () => {
    tenantId = await tenantIdOf(service().db, api());
    stranger = await createTenant(service(), "stranger");
  });

  const newPage = () => addPage(service().db, tenantId);
  const add = (session: NewSession) => addSession(service().db, tenantId, session);
  const read = (pageId: string, sessionId: string) =>
    api().call("getAudienceSession", { params: { page_id: pageId, audience_session_id: sessionId } });
  const interactionsOf = (sessionId: string, by = api()) =>
    by.call("getSessionInteractions", { params: { audience_session_id: sessionId } });

  interface Query {
    audienceId?: string;
    accountId?: string;
    from?: string;
    to?: string;
    hasConversion?: boolean;
    hasFormSubmit?: boolean;
    isBounce?: boolean;
    limit?: number;
    cursor?: string;
  }
  const list = (pageId: string, query: Query = {}) => api().call("listAudienceSessions", { params: { page_id: pageId }, query });
  const idsOf = async (pageId: string, query: Query = {}) =>
    (await list(pageId, query)).items.map(({ analyticsSessionId }) => analyticsSessionId);

  test("a session shows everything that is known of it", async () => {
    const pageId = await newPage();
    const audienceId = await addAudience(service().db, tenantId, { pageId });
    const session = { ...knownOfVisit, audienceId, pageId };
    const ids = await add({ ...session, startedAt: started, endedAt: started + 93_250 });
    const expected = { ...session, ...ids, sessionStartedAt: `+${started}`, sessionEndedAt: `+${started + 93_250}` };
    expect(await read(pageId, ids.audienceSessionId)).toEqual(expected);
    expect((await list(pageId)).items).toEqual([expected]);
  });

  test("what is not known is null", async () => {
    const pageId = await newPage();
    const { audienceSessionId } = await add({ pageId, computationStatus: "pending", startedAt: started });
    const session = await read(pageId, audienceSessionId);
    const nulls = Object.entries(session).filter(([, value]) => value === null);
    expect(nulls).toHaveLength(16);
    expect(session).toMatchObject({ computationStatus: "pending", hasConversion: false, questionsAskedCount: 0, pageId });
  });

  test("a session of another page, of another tenant, or under its other identifier is not found", async () => {
    const [pageId, otherPage] = [await newPage(), await newPage()];
    const { audienceSessionId, analyticsSessionId } = await add({ pageId });
    const theirPage = await addPage(service().db, stranger.tenantId);
    const theirs = await addSession(service().db, stranger.tenantId, { pageId: theirPage });
    const homeless = await add({});
    for (const [page, session] of [
      [otherPage, audienceSessionId],
      ["nothing", audienceSessionId],
      [pageId, analyticsSessionId],
      [pageId, "nothing"],
      [theirPage, theirs.audienceSessionId],
      [pageId, homeless.audienceSessionId],
    ] as const) {
      const params = { page_id: page, audience_session_id: session };
      expect((await api().refusal("getAudienceSession", { params })).code).toBe("not_found");
    }
  });

  test("interactions come in the order they happened; an unknown session, and another tenant's, has none", async () => {
    const interactions = ["first", "second", "third"].map(interaction);
    const { audienceSessionId } = await add({ pageId: await newPage(), interactions });
    await add({ pageId: await newPage(), interactions: [interaction("of another session")] });
    expect(await interactionsOf(audienceSessionId)).toEqual({ found: true, interactions });
    const silent = await add({});
    expect(await interactionsOf(silent.audienceSessionId)).toEqual({ found: true, interactions: [] });
    const none = { found: false, interactions: [] };
    expect(await interactionsOf("session_nothing")).toEqual(none);
    expect(await interactionsOf(audienceSessionId, stranger.api)).toEqual(none);
  });

  test("the list shows the last started first, page by page; an unknown page is not found", async () => {
    const pageId = await newPage();
    const ids: string[] = [];
    // Three of each moment, so that the order within one counts; put in all over the place.
    for (const minute of [2, 0, 1, 2, 0, 1, 1, 2, 0]) {
      ids.push(`${minute} ${(await add({ pageId, startedAt: started + minute * 60_000 })).analyticsSessionId}`);
    }
    await add({ pageId: await newPage() });
    const expected = ids
      .toSorted()
      .reverse()
      .map((text) => text.slice(2));
    expect(await list(pageId)).toMatchObject({ hasMore: false, nextCursor: null, totalCount: 9 });
    expect(await idsOf(pageId)).toEqual(expected);
    for (const limit of [1, 2, 4, 9]) {
      const seen: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await list(pageId, { limit, ...(cursor !== undefined && { cursor }) });
        seen.push(...page.items.map(({ analyticsSessionId }) => analyticsSessionId));
        // Newer ones meanwhile shift nothing.
        if (limit === 2) await add({ pageId, startedAt: started + 600_000 });
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect(seen.slice(-9)).toEqual(expected);
      expect(new Set(seen).size).toBe(seen.length);
    }
    for (const page of ["nothing", await addPage(service().db, stranger.tenantId)])
      expect((await api().refusal("listAudienceSessions", { params: { page_id: page } })).code).toBe("not_found");
  });

  test("a cursor is refused for another page or other filters", async () => {
    const [pageId, other] = [await newPage(), await newPage()];
    for (let index = 0; index < 3; index += 1) await add({ pageId, isBounce: true, startedAt: started });
    const from = `+${started - 1}`;
    const { nextCursor } = await list(pageId, { limit: 1, isBounce: true, from });
    const cursor = nextCursor as string;
    expect(await idsOf(pageId, { cursor, isBounce: true, from })).toHaveLength(2);
    const wrong: [string, Query][] = [
      [other, { isBounce: true, from }],
      [pageId, { from }],
      [pageId, { isBounce: false, from }],
      [pageId, { isBounce: true }],
      [pageId, { isBounce: true, to: from }],
      [pageId, { isBounce: true, from, hasConversion: false }],
    ];
    for (const [page, query] of wrong) {
      const refused = await api().refusal("listAudienceSessions", { params: { page_id: page }, query: { ...query, cursor } });
      expect(refused.code).toBe("invalid_cursor");
    }
  });

  test("the list can be filtered by audience, by time, and by what happened", async () => {
    const pageId = await newPage();
    const audienceId = await addAudience(service().db, tenantId, { pageId });
    const at = (minute: number) => started + minute * 60_000;
    const ids = [
      await add({ pageId, startedAt: at(0), audienceId }),
      await add({ pageId, startedAt: at(1), hasConversion: true }),
      await add({ pageId, startedAt: at(2), hasFormSubmit: true, audienceId }),
      await add({ pageId, startedAt: at(3), isBounce: true, hasFormSubmit: true }),
    ].map(({ analyticsSessionId }) => analyticsSessionId);
    const found = async (query: Query) => (await idsOf(pageId, query)).map((id) => ids.indexOf(id)).join("");
    const moment = (minute: number, more = 0) => `+${at(minute) + more}`;
    expect(await found({})).toBe("3210");
    expect(await found({ audienceId })).toBe("20");
    expect(await found({ audienceId: "nothing" })).toBe("");
    expect(await found({ from: moment(1) })).toBe("321");
    expect(await found({ from: moment(1, 1) })).toBe("32");
    expect(await found({ to: moment(2) })).toBe("10");
    expect(await found({ to: moment(2, 1) })).toBe("210");
    expect(await found({ from: moment(1), to: moment(3) })).toBe("21");
    expect(await found({ from: moment(1), to: moment(1) })).toBe("");
    expect(await found({ hasConversion: true })).toBe("1");
    expect(await found({ hasConversion: false })).toBe("320");
    expect(await found({ hasFormSubmit: true })).toBe("32");
    expect(await found({ hasFormSubmit: true, isBounce: false })).toBe("2");
    expect(await found({ isBounce: true })).toBe("3");
    expect(await found({ audienceId, hasFormSubmit: true, from: moment(2), to: moment(3) })).toBe("2");
    expect((await list(pageId, { hasFormSubmit: true, limit: 1 })).totalCount).toBe(2);
  });

  test("a time may be sent with a plain or an escaped +; a range that ends before it begins is refused", async () => {
    const pageId = await newPage();
    await add({ pageId, startedAt: started });
    await add({ pageId, startedAt: started - 1 });
    const ask = async (query: string) => {
      const headers = { "x-api-key": api().key };
      const answer = await fetch(`${api().origin}/v0/pages/${pageId}/audience_sessions?${query}`, { headers });
      const { items, errors } = (await answer.json()) as { items?: unknown[] } & Partial<ProblemBody>;
      return items ? items.length : errors?.map(({ location }) => location).join();
    };
    for (const plus of ["+", "%2B", "%2b", "%20"]) {
      expect(await ask(`from=${plus}${started}`)).toBe(1);
      expect(await ask(`to=${plus}${started}`)).toBe(1);
      expect(await ask(`from=${plus}${started - 1}&to=%2B${started + 1}`)).toBe(2);
      expect(await ask(`from=${plus}${started}&to=${plus}${started - 1}`)).toBe("query.to");
    }
    for (const wrong of [`${started}`, "", "++1", "%2B0", "%2B01", "%2B1", "+", "-1", "%2B1e3", `%20%2B${started}`, "2026-11-15"])
      expect([wrong, await ask(`from=${wrong}`)]).toEqual([wrong, "query.from"]);
  });

  test("the list can be filtered by account as audiences can: made for it, or for a person of its domain and no account", async () => {
    const pageId = await makePage(api());
    const [account, other] = [
      await api().call("createAccount", { body: { domain: "sessions.acme.example" } }),
      await api().call("createAccount", { body: { domain: "sessions.other.example" } }),
    ];
    const personOf = async (domain: string) => (await api().call("createPerson", { body: { name: "Ada", domain } })).personId;
    const audience = async (of: { accountId?: string; personId?: string }) => (await makeAudience(api(), of, pageId)).audience_id;
    const audiences = [
      await audience({ accountId: account.accountId }),
      await audience({ personId: await personOf(account.domain) }),
      await audience({ personId: await personOf(other.domain) }),
      await audience({ accountId: other.accountId, personId: await personOf(account.domain) }),
      await audience({}),
    ];
    const ids: string[] = [];
    for (const [minute, audienceId] of audiences.entries())
      ids.push((await add({ pageId, audienceId, startedAt: started + minute })).analyticsSessionId);
    await add({ pageId, startedAt: started });
    const found = async (query: Query) => (await idsOf(pageId, query)).map((id) => ids.indexOf(id)).join("");
    expect(await found({ accountId: account.accountId })).toBe("10");
    expect(await found({ accountId: other.accountId })).toBe("32");
    expect(await found({ accountId: account.accountId, audienceId: audiences[1] as string })).toBe("1");
    expect(await found({ accountId: account.accountId.replace(/.{4}$/, "0000") })).toBe("");
    expect((await list(pageId, { accountId: account.accountId, limit: 1 })).totalCount).toBe(2);
    const params = { page_id: pageId };
    for (const { accountId } of [account, other]) {
      const listed = (await api().call("listAudiences", { params, query: { accountId } })).items;
      expect(listed.map(({ audienceId }) => audiences.indexOf(audienceId)).join("")).toBe(await found({ accountId }));
    }
    const { errors } = await api().refusal("listAudienceSessions", { params, query: { accountId: "nothing" } });
    expect(errors?.map(({ location }) => location)).toEqual(["query.accountId"]);
  });

  test("the list of all pages says whom each visit's page is made for, with names as far as the key may read them", async () => {
    const own = await api().call("createAccount", { body: { domain: "own.example", name: "Own" } });
    const { personId } = await api().call("createPerson", { body: { name: "Mary", domain: "hers.example" } });
    const hers = (await api().call("listAccounts", { query: { domain: "hers.example" } })).items[0]?.accountId;
    const page = await makePage(api());
    const [forHer, forAccount, forNobody] = await Promise.all(
      [{ personId, customName: "VIP" }, { personId, accountId: own.accountId }, {}].map(
        async (body) => (await makeAudience(api(), body, page)).audience_id,
      ),
    );
    for (const audienceId of [forHer, forAccount, forNobody, "audience_gone"])
      await add({ pageId: page, audienceId: audienceId ?? null });
    const whom = async (by: Api) =>
      Object.fromEntries(
        (await by.call("listTenantSessions", { query: { pageId: page } })).items.map((visit) => [
          visit.audienceId,
          [visit.personId, visit.personName, visit.accountId, visit.accountName],
        ]),
      );
    const nobody = [null, null, null, null];
    expect(await whom(api())).toEqual({
      [forHer as string]: [personId, "Mary", hers, "hers.example"],
      [forAccount as string]: [personId, "Mary", own.accountId, "Own"],
      ...{ [forNobody as string]: nobody, audience_gone: nobody },
    });
    const narrow = new Api(service().origin, await createKey(service().db, tenantId, ["sessions:read"]));
    expect((await whom(narrow))[forHer as string]).toEqual([personId, null, hers, null]);
  });

  test("erasing a person removes what they sent and answered, and nothing of others", async () => {
    const { db } = service();
    const pageId = await newPage();
    const email = "Erased@Visitor.example";
    const [phoneNumber, profile] = ["+4930123456", "https://www.linkedin.com/in/erased"];
    const body = { name: "Erased", email, phoneNumber, linkedinProfileUrl: profile };
    const { personId } = await api().call("createPerson", { body });
    const audienceId = await addAudience(db, tenantId, { pageId, personId });
    const formerAudience = await addAudience(db, tenantId, { pageId });
    await db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO former_persons (tenant_id, person_id, audience_id) VALUES (${tenantId}, ${personId}, ${formerAudience})`),
    );
    const otherAudience = await addAudience(db, tenantId, { pageId });
    const sent = { formSubmissionPhone: "+14155550123", formSubmissionIdentifierType: "email", hasFormSubmit: true } as const;
    const seen = { pageUrl: "https://acme.example/spring/erased", pageTitle: "For Erased" };
    const visit = async (by: string, audience: string | null, address: string, tenant = tenantId, page = pageId) => {
      const fields = { ...sent, formSubmissionEmail: address, formSubmissionIdentifier: address, audienceId: audience, ...seen };
      return addSession(db, tenant, { ...fields, pageId: page, formSubmissionId: by, interactions: [interaction(by)] });
    };
    const erased = [
      await visit("own audience, own address", audienceId, email),
      await visit("own audience, another address", audienceId, "colleague@visitor.example"),
      await visit("another audience, own address", otherAudience, "erased@visitor.example"),
      await visit("no audience, own address", null, email),
      await visit("an audience they had before", formerAudience, "colleague@visitor.example"),
      await visit("own address in another case", otherAudience, "ERASED@visitor.EXAMPLE"),
      await add({ pageId, formSubmissionPhone: phoneNumber, interactions: [interaction("own number")] }),
      await add({ pageId, formSubmissionIdentifier: profile, interactions: [interaction("own profile")] }),
    ];
    const kept = [
      await visit("another's", otherAudience, "kept@visitor.example"),
      await visit("nobody's", null, "x@visitor.example"),
    ];
    const theirPage = await addPage(db, stranger.tenantId);
    const theirs = await visit("another tenant's", audienceId, email, stranger.tenantId, theirPage);
    const before = await Promise.all(erased.map(({ audienceSessionId }) => read(pageId, audienceSessionId)));
    await api().call("deletePerson", { params: { person_id: personId } });
    for (const [index, { audienceSessionId }] of erased.entries()) {
      expect(await read(pageId, audienceSessionId)).toEqual({
        ...(before[index] as AudienceSession),
        pageTitle: null,
        pageUrl: null,
        formSubmissionEmail: null,
        formSubmissionPhone: null,
        formSubmissionIdentifier: null,
        formSubmissionIdentifierType: null,
      });
      const { interactions } = await interactionsOf(audienceSessionId);
      expect(interactions).toEqual([
        { ...interaction(""), componentId: "", componentContext: "", options: [], responseText: "" },
      ]);
    }
    for (const { audienceSessionId } of kept) {
      expect(await read(pageId, audienceSessionId)).toMatchObject({ ...sent, ...seen });
      expect((await interactionsOf(audienceSessionId)).interactions[0]?.responseText).toStartWith("answer to");
    }
    const params = { page_id: theirPage, audience_session_id: theirs.audienceSessionId };
    expect(await stranger.api.call("getAudienceSession", { params })).toMatchObject({ ...sent, formSubmissionEmail: email });
    expect((await interactionsOf(theirs.audienceSessionId, stranger.api)).interactions[0]?.responseText).not.toBe("");
  });

  test("a person without an address is erased as well", async () => {
    const { personId } = await api().call("createPerson", { body: { name: "No Address" } });
    const pageId = await newPage();
    const audienceId = await addAudience(service().db, tenantId, { pageId, personId });
    const { audienceSessionId } = await add({ pageId, audienceId, formSubmissionEmail: "typed@visitor.example" });
    const unknown = await add({ pageId });
    await api().call("deletePerson", { params: { person_id: personId } });
    expect((await read(pageId, audienceSessionId)).formSubmissionEmail).toBeNull();
    expect((await read(pageId, unknown.audienceSessionId)).formSubmissionEmail).toBeNull();
  });
});
