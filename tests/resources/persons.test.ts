import { expect, setDefaultTimeout, test } from "bun:test";
import type { EventType, Person } from "../../contract";
import { freeSlug } from "../../server/features/persons/slug";
import { addToCounter } from "../../server/storage/counters";
import { type Sql, sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

setDefaultTimeout(60_000);

const slugs = [
  ["Grace Hopper", "grace-hopper"],
  ["  --Bob--  O'Neil ", "bob-o-neil"],
  ["Łukasz Żółć", "lukasz-zolc"],
  ["Jörg Große-Æther", "jorg-grosse-aether"],
  ["İpek Işık", "ipek-isik"],
  ["Иван Щукин", "ivan-shchukin"],
  ["Γιώργος Σεφέρης", "giorgos-seferis"],
  ["Ｗｉｄｅ ﬁne", "wide-fine"],
  ["R2 D2", "r2-d2"],
  ["x".repeat(255), "x".repeat(80)],
] as const;

const domains = [
  ["one.example.com", "one.example.com"],
  ["HTTPS://WWW.Two.Example.COM:8443/path?query=1#part", "two.example.com"],
  ["three.example.com.", "three.example.com"],
  ["http://four.example.com:80", "four.example.com"],
  ["www.five.example.com./", "five.example.com"],
  ["münchen.example", "xn--mnchen-3ya.example"],
  ["MÜNCHEN-OST.example", "xn--mnchen-ost-9db.example"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["日本。example。com", "xn--wgv71a.example.com"],
  ["  six.example.com ", "six.example.com"],
  ["ftp://files.seven.example.com/x", "files.seven.example.com"],
  ["www.com", "www.com"],
] as const;

const notDomains = [
  "localhost",
  "acme",
  "10.0.0.1",
  "[::1]",
  "a b.com",
  "ada@acme.com",
  "http://",
  "a..com",
  "-a.com",
  "a.com:x",
];

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

  test.each(slugs)("%p gets the slug %p", async (name, slug) => {
    expect((await create({ name })).slug).toBe(slug);
  });

  test("a name in any script gets a slug, and so does one without a letter", async () => {
    const slugs = [];
    for (const name of ["王小明", "محمد", "!", "?"]) slugs.push((await create({ name })).slug);
    expect(slugs).toEqual(["wangxiaoming", "mhmd", "person", "person-2"]);
  });

  test("the same name again gets the next number", async () => {
    const made: string[] = [];
    for (const name of ["Same Name", "same  name", "Same Name 2", "SAME NAME"]) made.push((await create({ name })).slug);
    expect(made).toEqual(["same-name", "same-name-2", "same-name-2-2", "same-name-3"]);
  });

  test("names that already take many numbered slugs do not slow down the next namesake", async () => {
    for (let suffix = 2; suffix <= 2 ** 53; suffix *= 2) await create({ name: `Zed ${suffix}` });
    await create({ name: "Zed" });
    expect((await create({ name: "Zed" })).slug).toMatch(/^zed-[0-9a-f-]{36}$/);
  });

  test("200 persons of one name, created at once, get 200 slugs", async () => {
    const made = await Promise.all(Array.from({ length: 200 }, () => create({ name: "Max Mustermann" })));
    const different = new Set(made.map(({ slug }) => slug));
    expect(different.size).toBe(200);
    for (const slug of different) expect(slug).toMatch(/^max-mustermann(-\d+)?$/);
  });

  test("a namesake is not kept waiting by one whose creation is still open", async () => {
    const { db } = service();
    const slug = async () => (await create({ name: "Erika Mustermann" })).slug;
    expect(await slug()).toBe("erika-mustermann");
    // A transaction has SQLite to itself.
    if (engine === "sqlite") return;
    const { tenant_id } = (await db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM tenants`)) as { tenant_id: string };
    await db.transaction(async (tx) => {
      const open = await freeSlug({ db: tx, tenantId: tenant_id }, "erika-mustermann");
      expect([open, await slug(), await slug()]).toEqual(["erika-mustermann-2", "erika-mustermann-3", "erika-mustermann-4"]);
    });
    expect(await slug()).toBe("erika-mustermann-2");
  });

  test.each(domains)("the domain %p is kept as %p", async (given, canonical) => {
    expect((await create({ name: "Domain", domain: given })).domain).toBe(canonical);
    expect((await accountOf(canonical))?.domain).toBe(canonical);
  });

  test.each(notDomains)("%p is refused as a domain", async (domain) => {
    const refused = await api().refusal("createPerson", { body: { name: "Domain", domain } });
    expect(refused.errors?.map(({ location }) => location)).toEqual(["body.domain"]);
  });

  test("a business address gives the domain, a free-mail address gives none", async () => {
    const domainOf = async (email: string, domain?: string) =>
      (await create({ name: "Mail", email, ...(domain && { domain }) })).domain;
    expect(await domainOf("Bob@WWW.Business.example")).toBe("business.example");
    expect(await domainOf("bob@bücher.example")).toBe("xn--bcher-kva.example");
    for (const free of ["gmail.com", "GMAIL.com", "yahoo.co.uk", "hotmail.fr", "web.de", "proton.me", "icloud.com"])
      expect(await domainOf(`bob@${free}`)).toBeNull();
    expect(await domainOf("bob@gmail.com", "given.example")).toBe("given.example");
    expect(await accountOf("gmail.com")).toBeUndefined();
  });

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

  test("a person who moves to another domain moves to its account", async () => {
    const person = await create({ name: "Mover", email: "mover@before.example" });
    const moved = await change(person.personId, { domain: "https://after.example/" });
    expect((await accountOf("before.example"))?.linkedPersons).toEqual([]);
    expect((await accountOf("after.example"))?.linkedPersons).toEqual([moved]);
    expect((await change(person.personId, { email: "mover@elsewhere.example" })).domain).toBe("after.example");
    expect((await change(person.personId, { domain: null, email: "m@x.example" })).domain).toBeNull();
    expect((await change(person.personId, { email: "mover@third.example" })).domain).toBe("third.example");
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
