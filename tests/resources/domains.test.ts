import { describe, expect, test } from "bun:test";
import { Resolver } from "node:dns/promises";
import type { ProblemBody, TenantDomain } from "../../contract";
import { createTxtResolver } from "../../server/outgoing/txt-resolver";
import { onBothEngines } from "../support/database/engines";
import { addAudience, tenantIdOf } from "../support/database/rows";
import { type DnsAnswer, type DnsServer, startDnsServer } from "../support/network/dns";
import { startTestService, useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const at = ({ domainId }: TenantDomain) => ({ params: { domain_id: domainId } });
const failing = (code: string) => async () => {
  throw Object.assign(new Error("from the resolver"), { code });
};

onBothEngines("domains", (engine) => {
  /** What the DNS says in a test; undefined is the record that was asked for. */
  let answer: ((name: string) => Promise<string[]>) | undefined;
  const asked: string[] = [];
  const resolveTxt = (name: string): Promise<string[]> => {
    asked.push(name);
    return (answer ?? service().dns.resolveTxt)(name);
  };
  const service = useService(engine, { resolveTxt });
  const api = () => service().api;
  const create = (domain: string, by = api()) => by.call("createDomain", { body: { domain } });
  const verify = (domain: TenantDomain, by = api()) => by.send("verifyDomain", { ...at(domain), body: {} });
  const read = (domain: TenantDomain) => api().call("getDomain", at(domain));
  const eventsOf = async ({ domainId }: TenantDomain) =>
    (await api().call("listEvents", { query: { limit: 100 } })).items
      .filter(({ data }) => data.domainId === domainId)
      .map(({ type, data }) => ({ type, data }))
      .reverse();

  test("a new domain is pending and says which record would prove it", async () => {
    const domain = await create("https://WWW.Pages.Acme.example:443/x");
    const value = domain.dnsRecord.value;
    expect(domain).toMatchObject({ domain: "pages.acme.example", status: "pending", verifiedAt: null });
    expect(domain.domainId).toMatch(/^domain_[a-z0-9]{26}$/);
    expect(domain.dnsRecord).toEqual({ type: "TXT", name: "_foyer.pages.acme.example", value });
    expect(value).toMatch(/^foyer-verification=[0-9a-f]{32}$/);
    expect(await read(domain)).toEqual(domain);
    expect(await eventsOf(domain)).toEqual([{ type: "domain.created", data: domain }]);
    expect((await create("other.acme.example")).dnsRecord.value).not.toBe(value);
    expect((await create("bücher.example")).dnsRecord.name).toBe("_foyer.xn--bcher-kva.example");
  });

  test("the tenant's own domain is taken, in every spelling and at the same moment; another tenant's is not", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        api().send("createDomain", { body: { domain: index % 2 ? "taken.example" : "Taken.Example." } }),
      ),
    );
    const [made] = attempts.filter(({ status }) => status === 201).map(({ body }) => body as TenantDomain);
    const refused = attempts.filter(({ status }) => status !== 201).map(({ body }) => body as ProblemBody);
    expect(refused).toHaveLength(15);
    for (const { code, existingId } of refused) expect([code, existingId]).toEqual(["tenant_domain_taken", made?.domainId]);
    const { api: stranger } = await createTenant(service(), "claims it too");
    expect((await create("taken.example", stranger)).domain).toBe("taken.example");
  });

  test("the service's own hosts, what is no host name, and a name too long for its record are refused", async () => {
    const labels = ["b", "c", "d"].map((letter) => letter.repeat(60)).join(".");
    const long = (length: number) => `${"a".repeat(length - labels.length - 9)}.${labels}.example`;
    expect((await create(long(246))).domain).toHaveLength(246);
    for (const domain of [
      "foyer.test",
      "FOYER.test.",
      "pages.foyer.test",
      "http://www.pages.foyer.test/",
      "acme",
      "1.2.3.4",
      long(247),
    ]) {
      const refused = await api().refusal("createDomain", { body: { domain } });
      expect([domain, refused.errors?.map(({ location }) => location)]).toEqual([domain, ["body.domain"]]);
    }
  });

  test("the list is newest first and shows the tenant's own", async () => {
    const { api: own } = await createTenant(service(), "lists");
    const made: TenantDomain[] = [];
    for (const name of ["a", "b", "c"]) made.unshift(await create(`${name}.list.example`, own));
    expect(await own.call("listDomains", {})).toEqual({ items: made, hasMore: false, nextCursor: null, totalCount: 3 });
    const first = await own.call("listDomains", { query: { limit: 2 } });
    expect(first).toMatchObject({ items: made.slice(0, 2), hasMore: true, totalCount: 3 });
    expect((await own.call("listDomains", { query: { cursor: first.nextCursor as string } })).items).toEqual(made.slice(2));
  });

  test("the record makes it verified, once and for all", async () => {
    const domain = await create("verified.example");
    service().advance(1_000);
    const { status, body } = await verify(domain);
    const verified = body as TenantDomain;
    const { verifiedAt, updatedAt } = verified;
    expect([status, verified]).toEqual([200, { ...domain, status: "verified", verifiedAt, updatedAt }]);
    expect(verifiedAt).toBe(updatedAt);
    expect(Number(verifiedAt)).toBeGreaterThan(Number(domain.createdAt));
    expect(asked.at(-1)).toBe("_foyer.verified.example");
    const before = asked.length;
    answer = async () => [];
    expect((await verify(domain)).body).toEqual(verified);
    answer = undefined;
    expect(asked.length).toBe(before);
    expect(await read(domain)).toEqual(verified);
    expect(await eventsOf(domain)).toEqual([
      { type: "domain.created", data: domain },
      { type: "domain.verified", data: verified },
    ]);
  });

  test("nothing but the whole record will do, and the answer says what is missing and what was found", async () => {
    const domain = await create("unproven.example");
    const { name, value } = domain.dnsRecord;
    const wrong: [string[], string][] = [
      [[], "no record of that name"],
      [["v=spf1 -all", "hello"], 'found "v=spf1 -all", "hello"'],
      [[` ${value}`, `${value} `, `"${value}"`, value.toUpperCase(), value.slice(0, -1), `${value}0`], "found"],
      [[value.slice("foyer-verification=".length), "foyer-verification="], "found"],
      [["x".repeat(60_000)], `found "${"x".repeat(199)}…`],
    ];
    for (const [records, found] of wrong) {
      answer = async () => records;
      const { status, body } = await verify(domain);
      const { code, detail } = body as ProblemBody;
      expect([status, code]).toEqual([409, "domain_not_verified"]);
      expect(detail).toStartWith(`Set the TXT record ${name} to ${value}, then try again: `);
      expect(detail).toContain(found);
      expect(detail.length).toBeLessThan(`${name}${value}`.length + 300);
    }
    answer = undefined;
    expect((await read(domain)).status).toBe("pending");
    expect(await eventsOf(domain)).toHaveLength(1);
  });

  test("a DNS that can't tell is a conflict with the reason in words, never an error of ours", async () => {
    const domain = await create("silent.example");
    const reasons = {
      ENOTFOUND: "no record of that name",
      ENODATA: "no record of that name",
      ETIMEOUT: "did not answer in time",
      ESERVFAIL: "failed",
      EREFUSED: "refused to answer",
      EWHATEVER: "could not be asked",
    };
    for (const [code, words] of Object.entries(reasons)) {
      answer = failing(code);
      const { status, body } = await verify(domain);
      expect([status, (body as ProblemBody).code]).toEqual([409, "domain_not_verified"]);
      expect((body as ProblemBody).detail).toContain(words);
      expect((body as ProblemBody).detail).not.toContain("from the resolver");
    }
    answer = undefined;
    expect((await verify(domain)).status).toBe(200);
  });

  test("while the DNS takes its time, others are served", async () => {
    const domain = await create("slow.example");
    let tell: (records: string[]) => void = () => {};
    answer = () => new Promise((resolve) => (tell = resolve));
    const waiting = verify(domain);
    while (asked.at(-1) !== "_foyer.slow.example") await Bun.sleep(5);
    expect((await create("meanwhile.example")).status).toBe("pending");
    tell([domain.dnsRecord.value]);
    answer = undefined;
    expect((await waiting).status).toBe(200);
  });

  test("a domain deleted while the DNS is asked is not found", async () => {
    const domain = await create("gone.example");
    answer = async () => {
      await api().call("deleteDomain", at(domain));
      return [domain.dnsRecord.value];
    };
    expect((await verify(domain)).status).toBe(404);
    answer = undefined;
  });

  test("only one tenant has it, also of two who prove it at the same moment; the other is not told whose it is", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { api: stranger, tenantId } = await createTenant(service(), `rival ${round}`);
      const ours = await create(`contested${round}.example`);
      const theirs = await create(`contested${round}.example`, stranger);
      const answers = await Promise.all([verify(ours), verify(theirs, stranger), verify(ours), verify(theirs, stranger)]);
      const verified = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => (body as TenantDomain).domainId));
      expect(verified.size).toBe(1);
      for (const { status, body } of answers.filter((candidate) => candidate.status !== 200)) {
        expect([status, (body as ProblemBody).code]).toEqual([409, "tenant_domain_taken"]);
        for (const id of [tenantId, ours.domainId, theirs.domainId]) expect(JSON.stringify(body)).not.toContain(id);
      }
      const [owner, loser] = verified.has(ours.domainId) ? [api(), stranger] : [stranger, api()];
      await owner.call("deleteDomain", verified.has(ours.domainId) ? at(ours) : at(theirs));
      expect((await verify(verified.has(ours.domainId) ? theirs : ours, loser)).status).toBe(200);
    }
  });

  test("a domain can't be deleted while it has links; afterwards it can", async () => {
    const { db } = service();
    const domain = await create("in-use.example");
    const audienceId = await addAudience(db, await tenantIdOf(db, api()));
    const target = { targetType: "audience", audienceId };
    const link = await api().call("createPageLink", { body: { path: "/x", target, tenantDomainId: domain.domainId } });
    expect((await api().refusal("deleteDomain", at(domain))).code).toBe("domain_in_use");
    await api().call("deletePageLink", { params: { page_link_id: link.pageLinkId } });
    const { domainId } = domain;
    expect(await api().call("deleteDomain", at(domain))).toEqual({ domainId, deleted: true });
    expect((await eventsOf(domain)).at(-1)).toEqual({ type: "domain.deleted", data: { domainId, domain: "in-use.example" } });
    expect((await api().refusal("getDomain", at(domain))).code).toBe("not_found");
    expect((await api().refusal("deleteDomain", at(domain))).code).toBe("not_found");
    expect((await verify(domain)).status).toBe(404);
    const again = await create("in-use.example");
    expect(again.dnsRecord.value).not.toBe(domain.dnsRecord.value);
  });
});

describe("domains and a real name server", () => {
  test("verification follows the name server's answer: records, split records, no such name, failure", async () => {
    let answered: DnsAnswer = [];
    const server = await startDnsServer(() => answered);
    const newResolver = resolverOn(server, { timeout: 1_000, tries: 1 });
    const service = await startTestService("sqlite", { resolveTxt: createTxtResolver({ newResolver }) });
    const domain = await service.api.call("createDomain", { body: { domain: "real.acme.example" } });
    const { name, value } = domain.dnsRecord;
    const verify = async (given: DnsAnswer, of = domain) => {
      answered = given;
      const { status, body } = await service.api.send("verifyDomain", { ...at(of), body: {} });
      return `${status} ${(body as ProblemBody).detail ?? (body as TenantDomain).status}`;
    };
    const missing = `409 Set the TXT record ${name} to ${value}, then try again: `;
    expect(await verify("no such name")).toBe(`${missing}there is no record of that name`);
    expect(await verify([])).toBe(`${missing}there is no record of that name`);
    expect(await verify("failure")).toBe(`${missing}the DNS server of the domain failed`);
    expect(await verify([["v=spf1 -all"], [value.slice(1)]])).toBe(
      `${missing}found "v=spf1 -all", ${JSON.stringify(value.slice(1))}`,
    );
    expect(await verify([["v=spf1 -all"], [value.slice(0, 7), value.slice(7)]])).toBe("200 verified");
    expect(server.asked).toEqual(Array(5).fill(name));

    const whole = await service.api.call("createDomain", { body: { domain: "whole.acme.example" } });
    expect(await verify([["google-site-verification=x"], [whole.dnsRecord.value]], whole)).toBe("200 verified");
    await service.stop();
    server.close();
  });

  test("a name server that never answers is given up on after two tries, or when the time is over", async () => {
    const server = await startDnsServer(() => "nothing");
    const codeWith = async (options: { timeout: number; tries: number }, withinMs: number) => {
      const resolveTxt = createTxtResolver({ newResolver: resolverOn(server, options), withinMs });
      const started = performance.now();
      const code = await resolveTxt("_foyer.nobody.example").catch((error: { code: string }) => error.code);
      return { code, ms: performance.now() - started };
    };
    const tried = await codeWith({ timeout: 200, tries: 2 }, 8_000);
    expect(tried.code).toBe("ETIMEOUT");
    expect(tried.ms).toBeLessThan(7_500);
    expect(server.asked).toEqual(Array(2).fill("_foyer.nobody.example"));
    const cut = await codeWith({ timeout: 20_000, tries: 2 }, 300);
    expect(cut.code).toBe("ETIMEOUT");
    expect(cut.ms).toBeLessThan(15_000);
    server.close();
  });
});

function resolverOn({ address }: DnsServer, options: { timeout: number; tries: number }): () => Resolver {
  return () => {
    const resolver = new Resolver(options);
    resolver.setServers([address]);
    return resolver;
  };
}
