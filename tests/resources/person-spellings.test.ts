import { expect, test } from "bun:test";
import { freeSlug } from "../../server/features/persons/slug";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

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

onBothEngines("a person's slug and domain", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (body: { name: string } & Partial<Record<"email" | "domain", string>>) => api().call("createPerson", { body });
  const accountOf = async (domain: string) =>
    (await api().call("listAccounts", { query: { domain } })).items.find((account) => account.domain === domain);

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
});
