import { beforeAll, expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onTodaysEngine } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { ownHost, post, type VisitOptions, visit, visitorTokenIn } from "../support/features/visitor";
import { TabByHand, trackerTokenIn } from "../support/features/visits";
import { png } from "../support/samples/images";
import type { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { createTenant, type Tenant } from "../support/service/tenants";

onTodaysEngine("whose page an address shows", (engine) => {
  const service = useService(engine);
  const open = (path: string, options?: VisitOptions) => visit(service(), path, options);
  let north: Tenant;
  let south: Tenant;
  let northDomain: string;

  beforeAll(async () => {
    north = await createTenant(service(), "north");
    south = await createTenant(service(), "south");
    northDomain = await verifiedDomain(north.api, "north.example");
    await verifiedDomain(south.api, "south.example");
    const { domainId: unverified } = await south.api.call("createDomain", { body: { domain: "west.example" } });
    for (const [tenant, title] of [
      [north, "North"],
      [south, "South"],
    ] as const) {
      const { pageId } = await tenant.api.call("createPage", { body: { ...leastPage, name: title } });
      await tenant.api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
      const { audience_id: audienceId } = await makeAudience(tenant.api, {}, pageId);
      const target = { targetType: "audience", audienceId };
      const domains = (await tenant.api.call("listDomains", {})).items;
      const at = (path: string, tenantDomainId: string | null) =>
        tenant.api.call("createPageLink", { body: { path, target, tenantDomainId } });
      await at("/offer", null);
      await at(`/only-${title.toLowerCase()}`, null);
      for (const { domainId } of domains) {
        await at("/offer", domainId);
        if (domainId !== unverified) await at("/", domainId);
      }
    }
  });

  async function verifiedDomain(api: Api, domain: string): Promise<string> {
    const { domainId } = await api.call("createDomain", { body: { domain } });
    await api.call("verifyDomain", { params: { domain_id: domainId }, body: {} });
    return domainId;
  }

  /** The title of the tenant whose page is shown, or the status. */
  async function shown(path: string, options?: VisitOptions): Promise<string | number> {
    const { status, html } = await open(path, options);
    if (status !== 200) return status;
    const titles = ["North", "South"].filter((title) => html.includes(title));
    return titles.length === 1 ? (titles[0] as string) : `${titles.length} titles`;
  }

  const table: [host: string, path: string, headers: Record<string, string>, shown: string | number][] = [
    [ownHost, "/north/offer", {}, "North"],
    [ownHost, "/south/offer", {}, "South"],
    [ownHost, "/offer", {}, 404],
    [ownHost, "/", {}, 404],
    [ownHost, "/north/only-south", {}, 404],
    [ownHost, "/south/only-north", {}, 404],
    [ownHost, "/NORTH/offer", {}, 404],
    [ownHost, "/north%2Foffer", {}, 404],
    [ownHost, "/%6eorth/offer", {}, 404],
    [ownHost, "/north/%6fffer", {}, "North"],
    [ownHost, "//north/offer", {}, 404],
    [ownHost, "/north//offer", {}, 404],
    [ownHost, "/north/../south/offer", {}, "South"],
    [ownHost, "/north/%2e%2e/south/offer", {}, "South"],
    [ownHost, "/north/..%2fsouth/offer", {}, 404],
    [ownHost, "/north\\..\\south\\offer", {}, "South"],
    [ownHost, "/north/offer;south", {}, 404],
    [ownHost, "/north/offer?tenant=south&host=south.example", {}, "North"],
    [ownHost, "/north/offer", { "x-forwarded-host": "south.example" }, "North"],
    [ownHost, "/north/offer", { forwarded: "host=south.example" }, "North"],
    [ownHost, "/north/offer", { "x-original-url": "/south/offer", "x-rewrite-url": "/south/offer" }, "North"],
    [ownHost, "/south.example/offer", {}, 404],
    ["PAGES.FOYER.TEST", "/north/offer", {}, "North"],
    [`${ownHost}.`, "/north/offer", {}, "North"],
    [`${ownHost}:8443`, "/north/offer", {}, "North"],
    ["north.example", "/offer", {}, "North"],
    ["north.example", "/", {}, "North"],
    ["north.example", "/south/offer", {}, 404],
    ["north.example", "/north/offer", {}, 404],
    ["north.example", "/only-north", {}, 404],
    ["north.example", "http://south.example/offer", {}, "North"],
    ["north.example", "//south.example/offer", {}, 404],
    ["north.example", "/offer", { "x-forwarded-host": "south.example" }, "North"],
    ["north.example", "/offer", { "x-host": "south.example", "x-forwarded-server": "south.example" }, "North"],
    ["South.Example", "/offer", {}, "South"],
    ["south.example.", "/offer", {}, "South"],
    ["south.example:443", "/offer", {}, "South"],
    ["www.south.example", "/offer", {}, "South"],
    ["west.example", "/offer", {}, 421],
    ["example", "/offer", {}, 421],
    ["nobody.example", "/offer", {}, 421],
    ["nobody.example", "/north/offer", {}, 421],
    ["sub.north.example", "/offer", {}, 421],
    ["north.example.nobody.example", "/offer", {}, 421],
    [`${ownHost}.nobody.example`, "/north/offer", {}, 421],
    [`x${ownHost}`, "/north/offer", {}, 421],
    ["north.example@south.example", "/offer", {}, 421],
    ["north.example, south.example", "/offer", {}, 421],
    ["http://north.example", "/offer", {}, 421],
    ["north.example/", "/offer", {}, 421],
    ["north.example#", "/offer", {}, 421],
    ["north.example?", "/offer", {}, 421],
    ["north.example:port", "/offer", {}, 421],
    ["north_example", "/offer", {}, 421],
    ["north%2eexample", "/offer", {}, "North"],
    ["127.0.0.1", "/north/offer", {}, 421],
    ["localhost", "/north/offer", {}, 421],
    ["[::1]", "/north/offer", {}, 421],
  ];

  for (const [host, path, headers, expected] of table) {
    const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    test([`${host} ${path}`, ...extra, "→", expected].join(" "), async () => {
      // The second visit may be answered from memory.
      for (const _ of [1, 2]) expect(await shown(path, { host, headers })).toBe(expected);
    });
  }

  test("what was sent from a page of another tenant is not taken on a tenant's domain", async () => {
    const { html } = await open("/offer", { host: "north.example" });
    const [page, token] = [visitorTokenIn(html), trackerTokenIn(html)];
    const sent = async (host: string) => {
      const form = await post(service(), "/_foyer/forms", { page, email: "ada@hosts.example" }, { host });
      const question = await post(service(), "/_foyer/ask", { page, question: "Whose page is it?" }, { host });
      await new TabByHand(service(), token, undefined, undefined, { host }).send(0, [[0, "s", 0, "", 0]]);
      const visits = await service().db.all(
        sql`SELECT 1 FROM visit_events WHERE tenant_id = ${north.tenantId} AND type = 'start'`,
      );
      const { items } = await north.api.call("listFormSubmissions", {});
      return [form.status, question.status, visits.length, items.length];
    };
    expect(await sent("south.example")).toEqual([422, 422, 0, 0]);
    expect(await sent("north.example")).toEqual([200, 200, 1, 1]);
  });

  test("a request without a Host header is refused with 421", async () => {
    expect(await shown("/north/offer", { host: "" })).toBe(421);
  });

  test("a deleted domain shows nothing from then on, and a verified one shows its pages at once", async () => {
    const domainId = await verifiedDomain(north.api, "soon.example");
    expect(await shown("/offer", { host: "soon.example" })).toBe(404);
    const target = { targetType: "audience", audienceId: (await anAudience(north.api)) as string };
    const link = await north.api.call("createPageLink", { body: { path: "/offer", target, tenantDomainId: domainId } });
    expect(await shown("/offer", { host: "soon.example" })).toBe("North");
    await north.api.call("deletePageLink", { params: { page_link_id: link.pageLinkId } });
    await north.api.call("deleteDomain", { params: { domain_id: domainId } });
    expect(await shown("/offer", { host: "soon.example" })).toBe(421);
    await verifiedDomain(south.api, "soon.example");
    expect(await shown("/offer", { host: "soon.example" })).toBe(404);
  });

  async function anAudience(api: Api): Promise<string | undefined> {
    return (await api.call("listPageLinks", { query: { tenantDomainId: northDomain } })).items[0]?.target.audienceId;
  }

  test("robots.txt and sitemap.xml of a domain list the pages of that domain alone", async () => {
    const robots = await open("/robots.txt", { host: "north.example" });
    expect([robots.status, robots.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(robots.html).toContain("Sitemap: https://north.example/sitemap.xml");
    const sitemap = await open("/sitemap.xml", { host: "north.example" });
    expect([sitemap.status, sitemap.headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
    const listed = [...sitemap.html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(listed.sort()).toEqual(["https://north.example/", "https://north.example/offer"]);
    expect((await open("/sitemap.xml", {})).status).toBe(404);
    expect((await open("/robots.txt", {})).html).not.toContain("Sitemap");
  });

  test("crawlers may load whatever a page shows, and its picture for sharing, which other sites may show too", async () => {
    const { api } = north;
    const upload = async (name: string, content: BlobPart) =>
      (await api.call("createAsset", { file: new File([content], name) })).assetId;
    const picture = await upload("sea.png", png({ width: 1300, height: 650 }));
    const { brandId } = await api.call("createBrand", { body: { name: "North", logo: { assetId: picture }, font: "figtree" } });
    const { topicId } = await api.call("createTopic", { body: { title: "To see" } });
    for (const [type, content] of [
      ["image", picture],
      ["file", await upload("notes.txt", "Notes")],
    ] as const) {
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    for (const socialImageAssetId of [null, picture]) {
      const body = { ...leastPage, brandId, socialImageAssetId };
      const { pageId } = await api.call("createPage", { body });
      await api.call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
      await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
      const { publicUrl } = await api.call("getEffectiveAudience", { params: await makeAudience(api, {}, pageId) });
      const { html } = await open(new URL(publicUrl as string).pathname);
      const [, shared = ""] = /<meta property="og:image" content="([^"]*)">/.exec(html) ?? [];
      const loaded = [...html.matchAll(/(?:src|srcset|href|url)[=(]"?(\/_foyer\/[^") ]*)/g)].map(([, path]) => path as string);
      const kinds = new Set(loaded.map((path) => path.split("/")[2]));
      expect([...kinds].sort()).toEqual(["assets", "fonts", "icons", "more", "scripts", "views"]);
      const sharedPath = new URL(shared).pathname;
      for (const host of [ownHost, "north.example"]) {
        const { html: rules } = await open("/robots.txt", { host });
        const refused = [sharedPath, ...loaded].filter((path) => !isAllowed(rules, path));
        expect(refused.filter((path) => !/^\/_foyer\/(views|more)\/|\/file$/.test(path))).toEqual([]);
        expect(refused.some((path) => path.endsWith("/file"))).toBe(true);
        expect(isAllowed(rules, "/_foyer/preview/x")).toBe(false);
      }
      expect((await open(sharedPath)).headers["cross-origin-resource-policy"]).toBe("cross-origin");
    }
  });

  test("a page for a person, or one that says noindex, is not in the sitemap", async () => {
    const domainId = await verifiedDomain(north.api, "listed.example");
    const { pageId } = await north.api.call("createPage", { body: { ...leastPage, name: "Listed" } });
    await north.api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { personId } = await north.api.call("createPerson", { body: { name: "Grace Hopper" } });
    for (const [path, body] of Object.entries({
      "/all": {},
      "/person": { personId },
      "/person-listed": { personId, metadataOverride: { robots: ["index"] } },
      "/hidden": { metadataOverride: { robots: ["NoIndex", "nofollow"] } },
    })) {
      const { audience_id: audienceId } = await makeAudience(north.api, body, pageId);
      const target = { targetType: "audience", audienceId };
      await north.api.call("createPageLink", { body: { path, target, tenantDomainId: domainId } });
    }
    const { html } = await open("/sitemap.xml", { host: "listed.example" });
    const listed = [...html.matchAll(/<loc>https:\/\/listed.example(.*?)<\/loc>/g)].map(([, path]) => path);
    expect(listed.sort()).toEqual(["/all", "/person-listed"]);
    const headers = async (path: string) => (await open(path, { host: "listed.example" })).headers["x-robots-tag"];
    expect([await headers("/all"), await headers("/person"), await headers("/person-listed")]).toEqual([
      undefined as never,
      "noindex",
      undefined as never,
    ]);
  });
});

/** As RFC 9309 has it: of the rules that match, the longest one counts. */
function isAllowed(rules: string, path: string): boolean {
  const matching = [...rules.matchAll(/^(Allow|Disallow): (\S+)$/gm)].filter(([, , pattern = ""]) =>
    new RegExp(`^${pattern.split("*").map(RegExp.escape).join(".*")}`).test(path),
  );
  const longest = matching.sort(([, , one = ""], [, , other = ""]) => other.length - one.length)[0];
  return longest?.[1] !== "Disallow";
}
