import { expect, test } from "bun:test";
import type { EventType } from "../../contract";
import { type Sql, sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

onBothEngines("the account of a person's domain", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (body: { name: string } & Partial<Record<"email" | "domain", string>>) => api().call("createPerson", { body });
  const change = (personId: string, body: Record<string, string | null>) =>
    api().call("updatePerson", { params: { person_id: personId }, body });
  const accountOf = async (domain: string) =>
    (await api().call("listAccounts", { query: { domain } })).items.find((account) => account.domain === domain);
  const eventsOf = async (type: EventType, is: (data: Record<string, unknown>) => boolean) =>
    (await api().call("listEvents", { query: { type, limit: 100 } })).items.map(({ data }) => data).filter(is);

  test("the first person of a domain creates its account, with events for both", async () => {
    const person = await create({ name: "First Person", email: "first@new-account.example" });
    const account = await accountOf("new-account.example");
    expect(account).toMatchObject({ name: null, latestActivityAt: null, linkedPersons: [person], createdAt: person.createdAt });
    const { linkedPersons: _, ...data } = account as NonNullable<typeof account>;
    expect(await eventsOf("account.created", ({ accountId }) => accountId === data.accountId)).toEqual([data]);
    expect(await eventsOf("person.created", ({ personId }) => personId === person.personId)).toEqual([person]);
  });

  test("a page of accounts ends early when they have thousands of persons", async () => {
    const domains = ["mass-1.example", "mass-2.example", "mass-3.example"];
    for (const domain of domains) await addColleagues((await create({ name: "Mass", domain })).personId, 5_500);
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null && pages.flat().length < 3; ) {
      const { items, nextCursor } = await api().call("listAccounts", { query: { limit: 100, ...(cursor && { cursor }) } });
      expect(Math.max(...items.map(({ linkedPersons }) => linkedPersons.length))).toBe(5_501);
      pages.push(items.map(({ domain }) => domain));
      cursor = nextCursor;
    }
    expect(pages).toEqual(domains.toReversed().map((domain) => [domain]));
  });

  /** Copies of a person, with higher identifiers. */
  async function addColleagues(personId: string, count: number): Promise<void> {
    await service().db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO persons (tenant_id, person_id, name, email, email_key, domain, slug, phone_number, linkedin_profile_url,
          created_at, updated_at)
        WITH RECURSIVE numbers (number) AS (SELECT 10000 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${9_999 + count})
        SELECT tenant_id, person_id || numbers.number, name, email, email_key, domain, slug || '-of-' || numbers.number, phone_number,
          linkedin_profile_url, created_at, updated_at FROM persons, numbers WHERE person_id = ${personId}`),
    );
  }

  test("an account shows all persons of its domain, the newest first, and reads many in pieces", async () => {
    const { db } = service();
    const { personId } = await create({ name: "Crowd", domain: "crowd.example" });
    await addColleagues(personId, 2_500);
    const { accountId = "" } = (await accountOf("crowd.example")) ?? {};
    const params = { account_id: accountId };
    const { all } = db;
    let most = 0;
    Object.assign(db, {
      async all<Row>(query: Sql) {
        const rows = await all<Row>(query);
        most = Math.max(most, rows.length);
        return rows;
      },
    });
    const { linkedPersons } = await api().call("getAccount", { params });
    Object.assign(db, { all });
    expect(most).toBeLessThan(1_100);
    const ids = linkedPersons.map((person) => person.personId);
    expect(ids).toEqual([...Array.from({ length: 2_500 }, (_, index) => `${personId}${12_499 - index}`), personId]);
    expect((await api().call("updateAccount", { params, body: { name: "Crowd" } })).linkedPersons).toEqual(linkedPersons);
  });

  test("30 persons of a new domain at once make one account", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Colleague ${index}`);
    await Promise.all(names.map((name) => create({ name, domain: "colleagues.example" })));
    const { items, totalCount } = await api().call("listAccounts", { query: { query: "colleagues.example" } });
    expect([totalCount, items[0]?.linkedPersons.length]).toEqual([1, 30]);
    expect(await eventsOf("account.created", ({ domain }) => domain === "colleagues.example")).toHaveLength(1);
  });

  test("a person who moves to another domain moves to its account", async () => {
    const person = await create({ name: "Mover", email: "mover@before.example" });
    const moved = await change(person.personId, { domain: "https://after.example/" });
    expect((await accountOf("before.example"))?.linkedPersons).toEqual([]);
    expect((await accountOf("after.example"))?.linkedPersons).toEqual([moved]);
    expect((await change(person.personId, { email: "mover@elsewhere.example" })).domain).toBe("after.example");
    expect((await change(person.personId, { domain: null, email: "m@x.example" })).domain).toBeNull();
    expect((await change(person.personId, { email: "mover@third.example" })).domain).toBe("third.example");
  });
});
