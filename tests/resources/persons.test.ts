import { expect, test } from "bun:test";
import type { EventType, Person } from "../../contract";
import { addToCounter } from "../../server/storage/counters";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

onBothEngines("persons", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (body: { name: string } & Partial<Record<"email" | "domain" | "phoneNumber" | "linkedinProfileUrl", string>>) =>
    api().call("createPerson", { body });
  const read = (personId: string) => api().call("getPerson", { params: { person_id: personId } });
  const change = (personId: string, body: Record<string, string | null>) =>
    api().call("updatePerson", { params: { person_id: personId }, body });
  const put = (email: string, body: { name: string; domain?: string; phoneNumber?: string }) =>
    api().send("upsertPersonByEmail", { params: { email }, body });
  const accountOf = async (domain: string) =>
    (await api().call("listAccounts", { query: { domain } })).items.find((account) => account.domain === domain);
  const eventsOf = async (type: EventType, is: (data: Record<string, unknown>) => boolean) =>
    (await api().call("listEvents", { query: { type, limit: 100 } })).items.map(({ data }) => data).filter(is);

  test("a created person can be read back as it was sent", async () => {
    const sent = {
      name: "Ada Lovelace",
      email: "Ada@Acme.com",
      phoneNumber: "+4915112345678",
      linkedinProfileUrl: "https://linkedin.com/in/ada",
    };
    const created = await create(sent);
    expect(created).toMatchObject({ ...sent, domain: "acme.com", slug: "ada-lovelace" });
    expect(await read(created.personId)).toEqual(created);
  });

  test("a name is enough; all else is null", async () => {
    const before = Date.now();
    const person = await create({ name: "Only Name" });
    expect(person).toMatchObject({ email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null });
    expect(person.personId).toMatch(/^person_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(person.updatedAt).toBe(person.createdAt);
    expect(Number(person.createdAt.slice(1))).toBeWithin(before, Date.now() + 1);
  });

  test("text comes back byte for byte", async () => {
    for (const name of [
      "  spaces kept  ",
      "e\u0301 is not \u00e9",
      "tab\tand\nline",
      "👩‍👩‍👧 \u202eright to left",
      "'; DROP TABLE persons; --",
    ]) {
      const { personId } = await create({ name });
      expect((await read(personId)).name).toBe(name);
    }
  });

  test("length limits count characters, not bytes or surrogates", async () => {
    expect((await create({ name: "😀".repeat(255) })).name).toBe("😀".repeat(255));
    const refused = await api().refusal("createPerson", { body: { name: "😀".repeat(256) } });
    expect(refused.errors).toEqual([{ location: "body.name", code: "too_long", message: "must have at most 255 characters" }]);
  });

  test("all wrong fields are reported at once", async () => {
    const body = {
      name: "",
      email: "no",
      domain: "x",
      phoneNumber: "0151",
      linkedinProfileUrl: "javascript:alert(1)",
      nam: "typo",
    };
    const refused = await api().refusal("createPerson", { body });
    expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
    expect(refused.errors?.map(({ location }) => location).sort()).toEqual(
      Object.keys(body)
        .map((name) => `body.${name}`)
        .sort(),
    );
  });

  test("text that can't be stored and given back unchanged is refused", async () => {
    for (const name of ["NUL \u0000", "half \ud83d", "\udc00 half"]) {
      const refused = await api().refusal("createPerson", { body: { name } });
      expect(refused.errors).toMatchObject([{ location: "body.name", code: "bad_text" }]);
    }
  });

  test("a link is an http, https, mailto or tel address or a relative path of 2,048 characters at the most", async () => {
    const long = (length: number) => "https://x.example/".padEnd(length, "x");
    for (const link of ["http://x", "HTTPS://X/in/ö?a#b", "mailto:a@b.example", "tel:+49", "/in/x", "in/x", "?a:b", long(2_048)])
      expect((await create({ name: "Link", linkedinProfileUrl: link })).linkedinProfileUrl).toBe(link);
    const bad = [
      "",
      "javascript:alert(1)",
      "JavaScript:x",
      " javascript:x",
      "java\nscript:x",
      "data:text/html,x",
      "ftp://x",
      long(2_049),
    ];
    for (const link of bad) {
      const refused = await api().refusal("createPerson", { body: { name: "Link", linkedinProfileUrl: link } });
      expect([link, refused.errors?.[0]?.location]).toEqual([link, "body.linkedinProfileUrl"]);
    }
  });

  test("a change keeps fields that are left out and clears those that are null", async () => {
    const person = await create({ name: "Old", email: "old@change.example", phoneNumber: "+123", linkedinProfileUrl: "/in/old" });
    service().advance(1_000);
    const changed = await change(person.personId, { name: "New", phoneNumber: null });
    const { updatedAt, ...rest } = person;
    expect(changed).toEqual({ ...rest, name: "New", phoneNumber: null, updatedAt: changed.updatedAt });
    expect(Number(changed.updatedAt) - Number(updatedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await read(person.personId)).toEqual(changed);
    expect(await eventsOf("person.updated", ({ personId }) => personId === person.personId)).toEqual([changed]);
    const cleared = await change(person.personId, { email: null, domain: null, linkedinProfileUrl: null });
    expect(cleared).toMatchObject({ name: "New", email: null, domain: null, linkedinProfileUrl: null });
    const refused = await api().refusal("updatePerson", {
      params: { person_id: person.personId },
      body: { name: null as never },
    });
    expect(refused.errors?.[0]?.location).toBe("body.name");
  });

  test("changes of different fields at the same moment all survive", async () => {
    const { personId } = await create({ name: "Busy" });
    const fields = { name: "Busier", email: "busy@busy.example", phoneNumber: "+4930123", linkedinProfileUrl: "/in/busy" };
    for (let round = 0; round < 5; round += 1) {
      await change(personId, { name: "Busy", email: null, phoneNumber: null, linkedinProfileUrl: null });
      await Promise.all(Object.entries(fields).map(([name, value]) => change(personId, { [name]: value })));
      expect(await read(personId)).toMatchObject(fields);
    }
  });

  test("an erased person is gone, with the events that showed it", async () => {
    const { personId } = await create({ name: "Erased", domain: "erased.example" });
    await change(personId, { phoneNumber: "+123456" });
    const { totalCount } = await api().call("listPersons", {});
    const params = { person_id: personId };
    expect(await api().call("deletePerson", { params })).toMatchObject({ personId, deleted: true });
    expect((await api().refusal("getPerson", { params })).code).toBe("not_found");
    expect((await api().refusal("updatePerson", { params, body: { name: "Back" } })).code).toBe("not_found");
    expect((await api().refusal("deletePerson", { params })).code).toBe("not_found");
    expect((await api().call("listPersons", {})).totalCount).toBe((totalCount as number) - 1);
    expect((await accountOf("erased.example"))?.linkedPersons).toEqual([]);
    const { items } = await api().call("listEvents", { query: { limit: 100 } });
    expect(items.filter(({ data }) => data.personId === personId)).toMatchObject([
      { type: "person.deleted", data: { personId } },
    ]);
  });

  // SQLite's transactions run one after another.
  const together = engine === "postgres" ? test : () => {};
  together("an answer stored while a person is erased does not keep them", async () => {
    const { db } = service();
    const person = await create({ name: "Erased Meanwhile", domain: "meanwhile.example" });
    const account = (await accountOf("meanwhile.example")) as { accountId: string };
    const requests: Promise<{ status: number }>[] = [];
    const rolledBack = db.transaction(async (tx) => {
      // Whoever stores an answer under this key waits for us.
      await tx.run(sql`
        INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
        SELECT tenant_id, 'updateAccount', 'meanwhile', '', 200, '', '', 100 FROM tenants`);
      const headers = { "idempotency-key": "meanwhile" };
      const params = { account_id: account.accountId };
      requests.push(api().send("updateAccount", { params, body: { name: "Renamed" }, headers }));
      await Bun.sleep(150);
      requests.push(api().send("deletePerson", { params: { person_id: person.personId } }));
      await Bun.sleep(150);
      throw new Error("rolled back");
    });
    await rolledBack.catch(() => {});
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200]);
    expect(JSON.stringify(await db.all(sql`SELECT response FROM idempotency`))).not.toContain("Erased Meanwhile");
  });

  test("put by e-mail creates, then updates, without regard to case", async () => {
    const first = await put("Put@Crm.example", { name: "Put", phoneNumber: "+123" });
    const again = await put("pUT@crm.EXAMPLE", { name: "Put Again" });
    expect([first.status, again.status]).toEqual([201, 200]);
    const { personId } = first.body as Person;
    expect(first.body).toMatchObject({ email: "Put@Crm.example", domain: "crm.example" });
    expect(again.body).toMatchObject({ personId, name: "Put Again", email: "Put@Crm.example", phoneNumber: "+123", slug: "put" });
  });

  test("two persons may share an e-mail; put updates the oldest", async () => {
    const email = "shared@free.example";
    const [oldest, second] = [await create({ name: "Oldest", email }), await create({ name: "Second", email })];
    expect((await put(email, { name: "Changed" })).body).toMatchObject({ personId: oldest.personId, name: "Changed" });
    expect(await read(second.personId)).toEqual(second);
  });

  test("50 puts of one new e-mail at once make one person", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => put("Once@once.example", { name: `Put ${index}` })),
    );
    expect(new Set(answers.map(({ body }) => (body as Person).personId)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await accountOf("once.example"))?.linkedPersons).toHaveLength(1);
  });

  test("totalCount is exact up to 10,000 and null above", async () => {
    const { db } = service();
    const { tenant_id } = (await db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM tenants`)) as { tenant_id: string };
    const known = (await api().call("listPersons", {})).totalCount as number;
    const more = 9_999 - known;
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO persons (tenant_id, person_id, name, slug, created_at, updated_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${more})
        SELECT ${tenant_id}, 'person_' || number, 'Filler', 'filler-' || number, number + 100, number + 100 FROM numbers`);
      await addToCounter(tx, db.dialect, tenant_id, "persons", more);
    });
    const total = async () => (await api().call("listPersons", { query: { limit: 1 } })).totalCount;
    expect(await total()).toBe(9_999);
    const { personId } = await create({ name: "Number 10,000" });
    expect(await total()).toBe(10_000);
    await create({ name: "Number 10,001" });
    expect(await total()).toBeNull();
    await api().call("deletePerson", { params: { person_id: personId } });
    expect(await total()).toBe(10_000);
  });
});
