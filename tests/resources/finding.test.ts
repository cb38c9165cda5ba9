import { beforeAll, expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { makePage } from "../support/features/versions";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { createKey } from "../support/service/tenants";

onBothEngines("finding things", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let spring: string;
  let autumn: string;
  let ada: string;

  beforeAll(async () => {
    [spring, autumn] = [await makePage(api(), { name: "Spring offer" }), await makePage(api(), { name: "Autumn offer" })];
    const person = await api().call("createPerson", { body: { name: "Ada Lovelace", email: "ada@engines.example" } });
    ada = person.personId;
    const other = await api().call("createPerson", { body: { name: "=cmd|'x'!A1", email: "grace@navy.example" } });
    await add(spring, { personId: ada, externalId: "crm-1" });
    await add(spring, { personId: other.personId, externalId: 'with "quotes", and commas' });
    await add(autumn, { personId: ada });
    await api().call("createTopic", { body: { title: "Engines of the past" } });
  });

  const add = (page_id: string, body: object) => api().call("createAudience", { params: { page_id }, body });

  test("audiences of all pages are listed by page, person, account or words", async () => {
    const pagesOf = async (query: object) =>
      (await api().call("listTenantAudiences", { query })).items.map(({ pageId }) => pageId);
    expect(await pagesOf({})).toEqual([autumn, spring, spring]);
    expect(await pagesOf({ personId: ada })).toEqual([autumn, spring]);
    expect(await pagesOf({ pageId: autumn })).toEqual([autumn]);
    expect(await pagesOf({ query: "lovelace" })).toEqual([autumn, spring]);
    expect(await pagesOf({ query: "lovelace", pageId: spring })).toEqual([spring]);
    const { items } = await api().call("listAccounts", { query: { domain: "navy.example" } });
    expect(await pagesOf({ accountId: items[0]?.accountId })).toEqual([spring]);
    const first = await api().call("listTenantAudiences", { query: { limit: 1 } });
    expect(first.totalCount).toBe(3);
    const rest = await api().call("listTenantAudiences", { query: { cursor: first.nextCursor as string } });
    expect(rest.items.length).toBe(2);
  });

  test("persons are found by words, by domain, and by both", async () => {
    const namesOf = async (query: object) => (await api().call("listPersons", { query })).items.map(({ name }) => name);
    expect(await namesOf({ query: "LOVE ada" })).toEqual(["Ada Lovelace"]);
    expect(await namesOf({ domain: "engines.example" })).toEqual(["Ada Lovelace"]);
    expect(await namesOf({ domain: "navy.example", query: "lovelace" })).toEqual([]);
    expect((await api().call("listPersons", { query: { query: "engines.example" } })).totalCount).toBe(1);
  });

  test("an audience has the one before and the one after it in the list of its page, and a person in the list of persons", async () => {
    const newestFirst = (await api().call("listAudiences", { params: { page_id: spring } })).items;
    const [last, first] = newestFirst.map(({ audienceId }) => audienceId) as [string, string];
    const around = (audience_id: string, page_id = spring) =>
      api().call("getAudienceNeighbours", { params: { page_id, audience_id } });
    expect(await around(first)).toEqual({ previousAudienceId: last, nextAudienceId: null });
    expect(await around(last)).toEqual({ previousAudienceId: null, nextAudienceId: first });
    const elsewhere = await api().refusal("getAudienceNeighbours", { params: { page_id: autumn, audience_id: first } });
    expect(elsewhere.code).toBe("not_found");
    const persons = (await api().call("listPersons", {})).items.map(({ personId }) => personId);
    for (const [index, person_id] of persons.entries()) {
      const { previousPersonId, nextPersonId } = await api().call("getPersonNeighbours", { params: { person_id } });
      expect([previousPersonId, nextPersonId]).toEqual([persons[index - 1] ?? null, persons[index + 1] ?? null]);
    }
  });

  test("the persons of an account are listed page by page", async () => {
    const { items } = await api().call("listAccounts", { query: { domain: "engines.example" } });
    const listed = await api().call("listAccountPersons", { params: { account_id: items[0]?.accountId as string } });
    expect([listed.items.map(({ personId }) => personId), listed.totalCount]).toEqual([[ada], 1]);
  });

  test("one search finds what the key may read, and nothing else", async () => {
    const { results } = await api().call("search", { query: { query: "engines" } });
    expect(results.map(({ kind, title }) => `${kind} ${title}`).sort()).toEqual([
      "account engines.example",
      "audience Ada Lovelace, engines.example",
      "audience Ada Lovelace, engines.example",
      "person Ada Lovelace",
      "topic Engines of the past",
    ]);
    const key = await createKey(service().db, await tenantIdOf(service().db, api()), ["topics:read"]);
    const narrow = await new Api(service().origin, key).call("search", { query: { query: "engines" } });
    expect(narrow.results.map(({ kind }) => kind)).toEqual(["topic"]);
    expect((await api().call("search", { query: { query: "offer", perKind: 1 } })).results.length).toBe(1);
  });

  test("the addresses of a page's audiences come with names and e-mail addresses", async () => {
    const { items, totalCount } = await api().call("listAudienceLinks", { params: { page_id: spring } });
    expect(totalCount).toBe(2);
    expect(items[1]).toMatchObject({
      externalId: "crm-1",
      personName: "Ada Lovelace",
      email: "ada@engines.example",
      accountName: "engines.example",
      publicUrl: "http://pages.foyer.test/default/spring-offer/ada-lovelace",
    });
    const key = await createKey(service().db, await tenantIdOf(service().db, api()), ["audiences:read"]);
    const narrow = await new Api(service().origin, key).call("listAudienceLinks", { params: { page_id: spring } });
    expect(narrow.items.map(({ email, personName }) => [email, personName])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("the same list as CSV is whole, and holds no formula", async () => {
    const csv = (page: string) =>
      fetch(`${service().origin}/v0/pages/${page}/audience_links?limit=1`, {
        headers: { "x-api-key": api().key, accept: "text/csv" },
      });
    const response = await csv(spring);
    expect(response.headers.get("content-type")).toStartWith("text/csv");
    const lines = (await response.text()).split("\r\n");
    expect(lines.length).toBe(4);
    expect(lines[0]).toBe("audienceId,externalId,name,personId,personName,email,accountName,publicUrl");
    expect(lines[1]).toContain(`"with ""quotes"", and commas","'=cmd|'x'!A1, navy.example"`);
    const divided = await makePage(api());
    await add(divided, { customName: "x;=cmd|'/c calc'!A1" });
    expect(await (await csv(divided)).text()).toContain(`"x;'=cmd|'/c calc'!A1"`);
    expect((await csv("page_none")).status).toBe(404);
  });

  test("a long list as CSV has every audience once, however many it takes from the database at a time", async () => {
    const page_id = await makePage(api());
    const made: string[] = [];
    for (let batch = 0; batch < 6; batch += 1) {
      const audiences = Array.from({ length: 100 }, (_, index) => ({ externalId: `${batch}-${index}` }));
      const { results } = await api().call("createAudienceBatch", { params: { page_id }, body: { audiences } });
      made.push(...results.map(({ audience }) => audience?.audienceId as string));
    }
    const response = await fetch(`${service().origin}/v0/pages/${page_id}/audience_links`, {
      headers: { "x-api-key": api().key, accept: "text/csv" },
    });
    const listed = (await response.text()).split("\r\n").slice(1, -1);
    expect(listed.map((line) => line.split(",")[0])).toEqual(made.toReversed() as never);
  });
});
