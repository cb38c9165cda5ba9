import { beforeAll, expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { type AudienceBody, buildVersion, makeAudience, makePage } from "../support/features/versions";
import { useService } from "../support/service/service";

onBothEngines("the list of audiences", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  async function person(name: string, domain: string): Promise<string> {
    return (await api().call("createPerson", { body: { name, domain } })).personId;
  }

  let page_id: string;
  let ids: Record<"ada" | "bo" | "named" | "plain", string>;
  let personId: string;
  let accountId: string;
  beforeAll(async () => {
    page_id = await makePage(api());
    personId = await person("Zoë Ängström", "élan.test");
    const bo = await person("Bo", "elsewhere.test");
    accountId = (await api().call("createAccount", { body: { domain: "given.test", name: "ÖKO AG" } })).accountId;
    const make = async (body: AudienceBody) => (await makeAudience(api(), body, page_id)).audience_id;
    ids = {
      ada: await make({ personId }),
      bo: await make({ personId: bo, accountId }),
      named: await make({ customName: "50% Größe_X Müller-Özdemir ΑΘΗΝΑ", externalId: "CRM-77" }),
      plain: await make({}),
    };
  });
  const found = async (query: object) => {
    const page = await api().call("listAudiences", { params: { page_id }, query: query as never });
    expect(page.totalCount).toBe(page.items.length);
    return page.items.map(({ audienceId }) => Object.entries(ids).find(([, id]) => id === audienceId)?.[0]);
  };

  test("is newest first, and can be filtered by person, account (also through the person's domain) and status", async () => {
    expect(await found({})).toEqual(["plain", "named", "bo", "ada"]);
    expect(await found({ personId })).toEqual(["ada"]);
    expect(await found({ accountId })).toEqual(["bo"]);
    const { items } = await api().call("listAccounts", { query: { domain: "élan.test" } });
    expect(await found({ accountId: items[0]?.accountId })).toEqual(["ada"]);
    const place = { page_id, audience_id: ids.plain };
    await api().call("archiveAudience", { params: place });
    expect([await found({ status: "archived" }), await found({ status: "draft" })]).toEqual([["plain"], []]);
    expect(await found({ status: "published", personId })).toEqual(["ada"]);
    await api().call("restoreAudience", { params: place, body: {} });
    await buildVersion(api(), place, { publish: "manual" });
    expect(await found({ status: "draft" })).toEqual(["plain"]);
  });

  for (const [query, expected] of [
    ["ängström", ["ada"]],
    ["ÄNGSTRÖM zoë", ["ada"]],
    ["ZOË ängst", ["ada"]],
    ["öko", ["bo"]],
    ["Öko ag bo", ["bo"]],
    ["öko zoë", []],
    ["50%", ["named"]],
    ["größe_x", ["named"]],
    ["müller-özdemir", ["named"]],
    ["MÜLLER-özDEMIR", ["named"]],
    ["αθηνα", ["named"]],
    ["GRÖSSE_X", ["named"]],
    ["grosse", ["named"]],
    ["_", ["named"]],
    ["crm-77", ["named"]],
    ["audience 2", ["plain"]],
    ["\\", []],
  ] as const) {
    test(`with all words of ${JSON.stringify(query)} is ${JSON.stringify(expected)}`, async () => {
      expect(await found({ query })).toEqual([...expected]);
    });
  }

  test("with words can be filtered by person, account, external identifier and status too", async () => {
    expect(await found({ query: "zoe", personId })).toEqual(["ada"]);
    expect(await found({ query: "bo", personId })).toEqual([]);
    expect(await found({ query: "oko", accountId })).toEqual(["bo"]);
    expect(await found({ query: "grosse", externalId: "CRM-77" })).toEqual(["named"]);
    expect(await found({ query: "bo", status: "published" })).toEqual(["bo"]);
    expect(await found({ query: "bo", status: "archived" })).toEqual([]);
  });

  test("finds an audience by the new name of its person or account, and no longer by the old one", async () => {
    const own = await makePage(api());
    const late = await person("Oldname Person", "late.test");
    const audienceId = (await makeAudience(api(), { personId: late }, own)).audience_id;
    const foundBy = async (query: string) => {
      const { items } = await api().call("listAudiences", { params: { page_id: own }, query: { query } });
      return items.map((item) => item.audienceId);
    };
    await api().call("updatePerson", { params: { person_id: late }, body: { name: "Newname Person" } });
    expect([await foundBy("newname"), await foundBy("oldname")]).toEqual([[audienceId], []]);
    const [account] = (await api().call("listAccounts", { query: { domain: "late.test" } })).items;
    await api().call("updateAccount", { params: { account_id: account?.accountId as string }, body: { name: "Latecomers" } });
    expect(await foundBy("latecomers newname")).toEqual([audienceId]);
    await api().call("deletePerson", { params: { person_id: late } });
    expect([await foundBy("newname"), await foundBy("latecomers")]).toEqual([[], []]);
  });

  test("comes page by page, and a cursor is refused with other filters", async () => {
    const first = await api().call("listAudiences", { params: { page_id }, query: { limit: 3 } });
    expect([first.items.length, first.hasMore, first.totalCount]).toEqual([3, true, 4]);
    const cursor = first.nextCursor as string;
    const second = await api().call("listAudiences", { params: { page_id }, query: { limit: 3, cursor } });
    expect(second.items.map(({ audienceId }) => audienceId)).toEqual([ids.ada]);
    const other = await api().refusal("listAudiences", { params: { page_id }, query: { cursor, personId } });
    expect(other.code).toBe("invalid_cursor");
  });
});
