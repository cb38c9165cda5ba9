import { expect, test } from "bun:test";
import { toTimestamp } from "../../contract";
import { noteVisits } from "../../server/features/accounts";
import { addToCounter } from "../../server/storage/counters";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { tenantIdOf } from "../support/database/rows";
import { useService } from "../support/service/service";
import { write } from "../support/service/writing";

onBothEngines("accounts", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (domain: string, name?: string) =>
    api().call("createAccount", { body: { domain, ...(name !== undefined && { name }) } });
  const read = (accountId: string) => api().call("getAccount", { params: { account_id: accountId } });
  const rename = (accountId: string, name: string) =>
    api().call("updateAccount", { params: { account_id: accountId }, body: { name } });
  const found = async (query: { query?: string; domain?: string }) => {
    const { items, totalCount } = await api().call("listAccounts", { query });
    expect(totalCount).toBe(items.length);
    return items.map(({ domain }) => domain).sort();
  };

  test("a created account can be read back, its domain in canonical form", async () => {
    const account = await create("https://WWW.Created.example:443/about", "Created GmbH");
    expect(account).toMatchObject({ domain: "created.example", name: "Created GmbH", latestActivityAt: null, linkedPersons: [] });
    expect(account.accountId).toMatch(/^account_[a-z0-9]{26}$/);
    expect(await read(account.accountId)).toEqual(account);
  });

  test("creating an account records an event without its persons", async () => {
    const { linkedPersons: _, ...data } = await create("announced.example");
    const { items } = await api().call("listEvents", { query: { type: "account.created" } });
    expect(items[0]?.data).toEqual(data);
  });

  test("a domain has one account: a second is refused, with the id of the first", async () => {
    const { accountId } = await create("taken.example");
    const refused = await api().refusal("createAccount", { body: { domain: "Taken.Example." } });
    expect(refused).toMatchObject({ status: 409, code: "domain_taken", existingId: accountId });
  });

  test("of 20 creations of one domain at once, one succeeds", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api().send("createAccount", { body: { domain: "raced.example" } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test("persons of a domain are linked to the account that was created before them", async () => {
    const { accountId } = await create("host.example", "Host");
    const person = await api().call("createPerson", { body: { name: "Guest", email: "guest@host.example" } });
    expect(await read(accountId)).toMatchObject({ name: "Host", linkedPersons: [person] });
  });

  test("linked persons are all those of the domain, newest first, as they are now", async () => {
    const { accountId } = await create("linked.example");
    const persons = [];
    for (const name of ["One", "Two", "Three"])
      persons.unshift(await api().call("createPerson", { body: { name, domain: "linked.example" } }));
    await api().call("createPerson", { body: { name: "Elsewhere", domain: "sub.linked.example" } });
    expect((await read(accountId)).linkedPersons).toEqual(persons);
    const changed = await api().call("updatePerson", {
      params: { person_id: persons[1]?.personId as string },
      body: { name: "Two Now" },
    });
    expect((await read(accountId)).linkedPersons).toEqual([persons[0] as never, changed, persons[2] as never]);
    expect((await rename(accountId, "Renamed")).linkedPersons).toHaveLength(3);
    const { items } = await api().call("listAccounts", { query: { domain: "linked.example" } });
    expect(items[0]?.linkedPersons).toHaveLength(3);
  });

  test("renaming changes the name and the time of change, and nothing else", async () => {
    const account = await create("rename.example", "Before");
    service().advance(1_000);
    const renamed = await rename(account.accountId, "😀".repeat(255));
    expect(renamed).toEqual({ ...account, name: "😀".repeat(255), updatedAt: renamed.updatedAt });
    expect(Number(renamed.updatedAt) - Number(account.updatedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await read(account.accountId)).toEqual(renamed);
    const { linkedPersons: _, ...data } = renamed;
    const { items } = await api().call("listEvents", { query: { type: "account.updated" } });
    expect(items[0]?.data).toEqual(data);
  });

  test("a name has 1 to 255 characters and can't be left out or be null", async () => {
    const params = { account_id: (await create("bounds.example")).accountId };
    for (const body of [{ name: "" }, { name: "x".repeat(256) }, { name: null }, {}, { name: "x", domain: "other.example" }]) {
      const refused = await api().refusal("updateAccount", { params, body: body as { name: string } });
      expect(refused.code).toBe("validation_failed");
    }
    expect((await read(params.account_id)).name).toBeNull();
  });

  test("accounts are found by domain and by words in name or domain, in any case", async () => {
    await create("found-one.example", "Ünïque Corp 100%");
    await create("found-two.example", "unique_corp");
    expect(await found({ domain: "HTTPS://www.Found-One.example/" })).toEqual(["found-one.example"]);
    expect(await found({ domain: "never.example" })).toEqual([]);
    expect(await found({ query: "found-" })).toEqual(["found-one.example", "found-two.example"]);
    expect(await found({ query: "CORP  found-one" })).toEqual(["found-one.example"]);
    expect(await found({ query: "ÜNÏQUE corp 1" })).toEqual(["found-one.example"]);
    expect(await found({ query: "unique corp" })).toEqual(["found-one.example", "found-two.example"]);
    expect(await found({ query: "100%" })).toEqual(["found-one.example"]);
    expect(await found({ query: "unique_" })).toEqual(["found-two.example"]);
    expect(await found({ query: "nique_corp\\" })).toEqual([]);
  });

  test("a renamed account is found by its new name alone", async () => {
    const { accountId } = await create("search.example", "Oldname");
    await rename(accountId, "Newname");
    expect(await found({ query: "newname" })).toEqual(["search.example"]);
    expect(await found({ query: "oldname" })).toEqual([]);
  });

  test("visits of many accounts are noted together, each the latest one", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const made = await Promise.all(Array.from({ length: 9 }, (_, index) => create(`visited-${index}.example`)));
    const visitsAt = (at: number) =>
      new Map([...made.map(({ accountId }, index) => [accountId, at + index] as const), ["gone", at]]);
    const { changes } = await recordQueries(db, async () => {
      await write(db, tenantId, (ctx) => noteVisits(ctx, visitsAt(2_000)));
      await write(db, tenantId, (ctx) => noteVisits(ctx, visitsAt(1_995)));
    });
    // Eight and one, because rows are written in groups of a power of two.
    const ofAccounts = changes.filter(({ text }) => text.includes("UPDATE accounts"));
    expect(ofAccounts.map(({ rows }) => rows)).toEqual([8, 1]);
    const read = (accountId: string) => api().call("getAccount", { params: { account_id: accountId } });
    const latest = await Promise.all(made.map(async ({ accountId }) => (await read(accountId)).latestActivityAt));
    expect(latest).toEqual(made.map((_, index) => toTimestamp(2_000 + index)));
  });

  test("the list is newest first, with an exact count up to 10,000 and null above", async () => {
    const { db } = service();
    const newest = await create("newest.example");
    const { items, totalCount } = await api().call("listAccounts", { query: { limit: 1 } });
    expect(items).toEqual([newest]);
    const more = 10_000 - (totalCount as number);
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO accounts (tenant_id, account_id, domain, created_at, updated_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${more})
        SELECT tenant_id, 'account_000000000000000000' || (10000000 + number), number || '.filler.example', 100, 100
        FROM numbers CROSS JOIN tenants`);
      await addToCounter(tx, db.dialect, await tenantIdOf(db, api()), "accounts", more);
    });
    expect((await api().call("listAccounts", { query: { limit: 1 } })).totalCount).toBe(10_000);
    await create("one-more.example");
    expect((await api().call("listAccounts", { query: { limit: 1 } })).totalCount).toBeNull();
  });
});
