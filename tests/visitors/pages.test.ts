import { beforeAll, describe, expect, test } from "bun:test";
import { readDocument } from "../../server/features/publishing";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { type AudienceParams, buildVersion, leastPage, makeAudience } from "../support/features/versions";
import { ownHost, post, type VisitOptions, visit, visitorTokenIn } from "../support/features/visitor";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onBothEngines("what visitors get", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const open = (path: string, options?: VisitOptions) => visit(service(), path, options);
  let pageId: string;

  beforeAll(async () => {
    pageId = await publishedPage("Welcome");
  });

  async function publishedPage(title: string): Promise<string> {
    const page = await api().call("createPage", { body: { ...leastPage, name: title } });
    await api().call("updatePage", { params: { page_id: page.pageId }, body: { status: "published" } });
    return page.pageId;
  }

  /** The audience and its path on the service's own host. */
  async function live(
    body: Parameters<typeof makeAudience>[1] = {},
    page = pageId,
  ): Promise<{ place: AudienceParams; path: string; linkId: string }> {
    const place = await makeAudience(api(), body, page);
    const links = await api().call("listPageLinks", { query: { audienceId: place.audience_id } });
    const link = links.items[0] as (typeof links.items)[number];
    return { place, path: `/default${link.path}`, linkId: link.pageLinkId };
  }

  async function retitle(place: AudienceParams, title: string): Promise<void> {
    await api().call("updateAudience", { params: place, body: { metadataOverride: { title } } });
    await buildVersion(api(), place);
  }

  const fromMemory = () => service().service.visitors.gauges().pages_from_memory_total as number;
  const lookedUp = () => service().service.visitors.gauges().pages_looked_up_total as number;
  const cachedPages = () => service().service.visitors.gauges().page_cache_pages as number;

  const titleAt = async (path: string, options?: VisitOptions) =>
    /<title>(.*?)<\/title>/.exec((await open(path, options)).html)?.[1];

  test("a published audience's page comes with security headers", async () => {
    const { path } = await live();
    const { status, headers, html } = await open(path);
    expect([status, html.includes("Welcome")]).toEqual([200, true]);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-resource-policy": "same-origin",
      vary: "accept-encoding",
    });
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
  });

  test("a browser's second visit is answered from memory", async () => {
    const { path } = await live();
    const [memoryBefore, lookupsBefore] = [fromMemory(), lookedUp()];
    await open(path);
    await open(`${path}?utm_source=mail`);
    expect([fromMemory() - memoryBefore, lookedUp() - lookupsBefore]).toEqual([1, 1]);
  });

  test("however an address is spelled, its page is in memory once for each encoding", async () => {
    const { path } = await live();
    const { html } = await open(path);
    const [pagesBefore, lookupsBefore] = [cachedPages(), lookedUp()];
    const escaped = path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    for (const spelling of [escaped, `${path}?a=1`, `${path}?a=2`, `/default/./${path.slice(9)}`]) {
      for (const host of [ownHost, ownHost.toUpperCase(), `${ownHost}.`, `${ownHost}:8443`, `${ownHost}:1`]) {
        const visited = await open(spelling, { host });
        expect([spelling, host, visited.status, visited.html === html]).toEqual([spelling, host, 200, true]);
      }
    }
    expect([cachedPages(), lookedUp()]).toEqual([pagesBefore, lookupsBefore]);
    await open(escaped, { headers: { "accept-encoding": "gzip" } });
    expect(cachedPages()).toBe(pagesBefore + 1);
  });

  test("who asks for a page uncompressed gets it as it is now, and nothing of it is kept", async () => {
    const { path, place } = await live();
    const [pagesBefore, lookupsBefore] = [cachedPages(), lookedUp()];
    const plain = { headers: { "accept-encoding": "identity" } };
    expect([await titleAt(path, plain), await titleAt(path, plain)]).toEqual(["Welcome", "Welcome"]);
    expect([cachedPages(), lookedUp()]).toEqual([pagesBefore, lookupsBefore + 2]);
    await retitle(place, "Renamed");
    expect(await titleAt(path, plain)).toBe("Renamed");
  });

  test("a page is compressed as the client asks, and each encoding has an ETag of its own", async () => {
    const page = await publishedPage("Words ".repeat(150));
    const { path } = await live({}, page);
    const plain = await open(path, { headers: { "accept-encoding": "identity" } });
    const tags = new Map<string | undefined, string>();
    for (const [accepted, encoding] of [
      ["gzip", "gzip"],
      ["br", "br"],
      ["zstd", "zstd"],
      ["gzip;q=0.5, br;q=0.9", "br"],
      ["gzip, deflate, br, zstd", "zstd"],
      ["*", "zstd"],
      ["gzip;q=0", undefined],
      ["identity;q=-1", undefined],
      ["identity", undefined],
    ] as const) {
      for (const _ of ["first visit", "second visit"]) {
        const visited = await open(path, { headers: { "accept-encoding": accepted } });
        expect([visited.headers["content-encoding"], visited.html]).toEqual([encoding as string, plain.html]);
        tags.set(encoding, visited.headers.etag as string);
        const again = await open(path, {
          headers: { "accept-encoding": accepted, "if-none-match": visited.headers.etag as string },
        });
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, visited.headers.etag as string]);
      }
    }
    expect([new Set(tags.values()).size, tags.get(undefined)]).toEqual([4, plain.headers.etag]);
  });

  test("a browser that has the page already is told so from memory too", async () => {
    const { path, place } = await live();
    const { headers } = await open(path);
    const page_id = place.page_id;
    for (const status of ["draft", "published"] as const)
      await api().call("updatePage", { params: { page_id }, body: { status } });
    const before = lookedUp();
    for (let visit = 0; visit < 5; visit += 1) {
      expect((await open(path, { headers: { "if-none-match": headers.etag as string } })).status).toBe(304);
    }
    expect(lookedUp()).toBe(before + 1);
  });

  test("HEAD gets the headers without a body, and other methods are refused with 405", async () => {
    const { path } = await live();
    const got = await open(path);
    const head = await open(path, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect([head.headers.etag, head.headers["content-length"]]).toEqual([got.headers.etag, String(got.bytes.length)]);
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const refused = await open(path, { method });
      expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("a draft or archived page is 404 and an archived audience 410, until they are restored", async () => {
    const page = await publishedPage("Comes and goes");
    const { place, path } = await live({}, page);
    const statuses: number[] = [];
    const look = async () => statuses.push((await open(path)).status);
    await look();
    await api().call("updatePage", { params: { page_id: page }, body: { status: "draft" } });
    await look();
    await api().call("updatePage", { params: { page_id: page }, body: { status: "published" } });
    await look();
    await api().call("archivePage", { params: { page_id: page } });
    await look();
    await api().call("restorePage", { params: { page_id: page } });
    await look();
    await api().call("archiveAudience", { params: place });
    await look();
    await api().call("restoreAudience", { params: place });
    await look();
    expect(statuses).toEqual([200, 404, 200, 404, 200, 410, 200]);
  });

  test("visitors see at once that a version is published or rolled back", async () => {
    const { place, path } = await live();
    const first = await api().call("getAudience", { params: place });
    expect(await titleAt(path)).toBe("Welcome");
    await retitle(place, "Second");
    // The job's commit is visible a moment before it is signalled.
    await until(async () => (await titleAt(path)) === "Second");
    await api().call("publishAudienceVersion", { params: { ...place, version_id: first.publishedVersion.versionId }, body: {} });
    expect(await titleAt(path)).toBe("Welcome");
  });

  test("a link that moves, changes its target or is deleted does so at once for visitors", async () => {
    const { place, path, linkId } = await live();
    const other = await live();
    await retitle(other.place, "Other");
    expect([(await open(path)).status, await titleAt(other.path)]).toEqual([200, "Other"]);
    await api().call("updatePageLink", { params: { page_link_id: linkId }, body: { path: `/moved-${linkId}` } });
    expect([(await open(path)).status, (await open(`/default/moved-${linkId}`)).status]).toEqual([404, 200]);
    await api().call("updatePageLink", {
      params: { page_link_id: linkId },
      body: { target: { targetType: "audience", audienceId: other.place.audience_id } },
    });
    expect(await titleAt(`/default/moved-${linkId}`)).toBe("Other");
    await api().call("deletePageLink", { params: { page_link_id: linkId } });
    expect((await open(`/default/moved-${linkId}`)).status).toBe(404);
    expect((await api().call("getAudience", { params: place })).status).toBe("published");
  });

  test("an erased person is gone from pages in memory too", async () => {
    const person = await api().call("createPerson", { body: { name: "Ada Lovelace", email: "ada@engine.example" } });
    const { path, place } = await live({ personId: person.personId, metadataOverride: { title: "{{ person.name }}" } });
    expect(await titleAt(path)).toBe("Ada Lovelace");
    await api().call("deletePerson", { params: { person_id: person.personId } });
    expect((await open(path)).status).toBe(404);
    const [link] = (await api().call("listPageLinks", { query: { audienceId: place.audience_id } })).items;
    const after = await open(`/default${link?.path}`);
    expect([after.status, after.html.includes("Ada"), after.html.includes("Lovelace")]).toEqual([200, false, false]);
  });

  test("a slash too many redirects to the right address; other spellings of a path show the same page", async () => {
    const { path } = await live();
    const moved = await open(`${path}/`);
    expect([moved.status, moved.headers.location]).toEqual([308, path]);
    const campaign = "?utm_source=mail&utm_campaign=a%20b";
    expect((await open(`${path}/${campaign}`)).headers.location).toBe(`${path}${campaign}`);
    const last = path.at(-1) as string;
    const spelled = `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`;
    expect((await open(spelled)).status).toBe(200);
    for (const wrong of [
      `/default/${path.slice(9).toUpperCase()}`,
      `/default//${path.slice(9)}`,
      `/default${path}`,
      "/default",
      "/",
      "/nobody/x",
    ]) {
      expect([wrong, (await open(wrong)).status]).toEqual([wrong, 404]);
    }
  });

  test("a version from before pages were stored is rendered when a visitor asks for it", async () => {
    const { place, path } = await live();
    const tenantId = await tenantIdOf(service().db, api());
    const { audience_id } = place;
    await service().db.transaction(async (tx) => {
      const { publishedVersion } = await api().call("getAudience", { params: place });
      const kept = await readDocument(tx, tenantId, audience_id, publishedVersion.versionId);
      if (!kept) throw new Error("a live version has a document");
      const { brand, forms, topicIds, ...before } = kept.document;
      expect([brand, forms, topicIds]).toEqual([null, [], []]);
      const document = JSON.stringify({ ...before, format: 1 });
      await tx.run(sql`
        UPDATE version_documents SET document = ${document} WHERE tenant_id = ${tenantId} AND audience_id = ${audience_id}`);
      await tx.run(sql`DELETE FROM version_pages WHERE tenant_id = ${tenantId} AND audience_id = ${audience_id}`);
    });
    expect(await titleAt(path)).toBe("Welcome");
  });

  describe("previews", () => {
    test("show a draft version to whoever has the address, uncached and unlisted", async () => {
      const { place, path } = await live();
      await api().call("updateAudience", { params: place, body: { metadataOverride: { title: "Draft" } } });
      await buildVersion(api(), place, { publish: "manual" });
      const { url } = await api().call("previewAudience", { params: place, body: {} });
      expect(url).toStartWith(`http://${ownHost}/_foyer/preview/`);
      const preview = await open(new URL(url).pathname);
      expect(preview.status).toBe(200);
      expect(preview.html).toContain("<title>Draft</title>");
      expect(preview.headers).toMatchObject({
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
      });
      expect(await titleAt(path)).toBe("Welcome");
    });

    test("show nothing with a wrong signature, on another host, or after an hour", async () => {
      const { place } = await live();
      const { url } = await api().call("previewAudience", { params: place, body: {} });
      const { pathname } = new URL(url);
      expect((await open(`${pathname.slice(0, -2)}xx`)).status).toBe(404);
      expect((await open(pathname.replace(/\.(\d+)\./, (_, expires) => `.${Number(expires) + 1}.`))).status).toBe(404);
      expect((await open(pathname, { host: "elsewhere.example" })).status).toBe(421);
      service().advance(3_600_001);
      expect((await open(pathname)).status).toBe(404);
      service().advance(-3_600_001);
    });
  });

  test("every response has the security headers, and a refused method names the allowed ones", async () => {
    const { path } = await live();
    const token = visitorTokenIn((await open(path)).html);
    const answers = [
      ...(await Promise.all([path, `${path}/`, "/", "/default/nowhere", "/favicon.ico", "/robots.txt"].map((at) => open(at)))),
      ...(await Promise.all(["/_foyer/health", "/_foyer/ask", "/_foyer/assets/x", "/_foyer/preview/x"].map((at) => open(at)))),
      await open(path, { host: "nobody.example" }),
      await post(service(), "/_foyer/ask", { page: token, question: "Is it safe?" }),
      await post(service(), "/_foyer/ask", { page: "x", question: "Is it safe?" }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" });
      expect(headers["referrer-policy"]).toBeDefined();
    }
    for (const at of [
      path,
      "/robots.txt",
      "/sitemap.xml",
      "/favicon.ico",
      "/_foyer/health",
      "/_foyer/preview/x",
      "/_foyer/assets/x",
    ]) {
      const { status, headers } = await open(at, { method: "DELETE" });
      expect([at, status, headers.allow]).toEqual([at, 405, "GET, HEAD"]);
    }
  });
});
