import { beforeAll, expect, test } from "bun:test";
import type { PageLink, ProblemBody } from "../../contract";
import { addLink, liveLinkOf } from "../../server/features/page-links";
import { onBothEngines } from "../support/database/engines";
import { addAudience, tenantIdOf } from "../support/database/rows";
import { makeAudience, makePage } from "../support/features/versions";
import { useService } from "../support/service/service";
import { createTenant, type Tenant } from "../support/service/tenants";
import { write } from "../support/service/writing";

interface NewLink {
  path: string;
  audienceId?: string;
  targetType?: string;
  tenantDomainId?: string | null;
}

onBothEngines("page links", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let tenantId: string;
  let audienceId: string;
  let domainId: string;
  let stranger: Tenant;

  beforeAll(async () => {
    const { db } = service();
    tenantId = await tenantIdOf(db, api());
    audienceId = await addAudience(db, tenantId);
    domainId = await newDomain("pages.acme.example");
    stranger = await createTenant(service(), "stranger");
  });

  const newDomain = async (domain: string) => (await api().call("createDomain", { body: { domain } })).domainId;
  const target = (audience = audienceId, targetType = "audience") => ({ targetType, audienceId: audience });
  const bodyOf = ({ path, audienceId: audience, targetType, tenantDomainId }: NewLink) => ({
    path,
    target: target(audience, targetType),
    ...(tenantDomainId !== undefined && { tenantDomainId }),
  });
  const create = (link: NewLink) => api().call("createPageLink", { body: bodyOf(link) });
  const refusal = (link: NewLink) => api().refusal("createPageLink", { body: bodyOf(link) });
  const at = ({ pageLinkId }: PageLink) => ({ params: { page_link_id: pageLinkId } });
  const read = (link: PageLink) => api().call("getPageLink", at(link));
  const remove = (link: PageLink) => api().call("deletePageLink", at(link));
  const eventsOf = async ({ pageLinkId }: PageLink) =>
    (await api().call("listEvents", { query: { limit: 100 } })).items
      .filter(({ data }) => data.pageLinkId === pageLinkId)
      .map(({ type, data }) => ({ type, data }))
      .reverse();

  test("a created link can be read back, and its event carries it", async () => {
    const link = await create({ path: "/read/back", tenantDomainId: domainId });
    expect(link).toMatchObject({ path: "/read/back", tenantDomainId: domainId, target: target(), deletedAt: null });
    expect(link.pageLinkId).toMatch(/^link_[a-z0-9]{26}$/);
    expect(link.createdAt).toBe(link.updatedAt);
    expect(await read(link)).toEqual(link);
    expect(await eventsOf(link)).toEqual([{ type: "page_link.created", data: link }]);
  });

  test("without a domain, or with null, it is on the service's own host", async () => {
    expect((await create({ path: "/own/1" })).tenantDomainId).toBeNull();
    expect((await create({ path: "/own/2", tenantDomainId: null })).tenantDomainId).toBeNull();
  });

  test("any type of target of 1 to 64 characters is kept as it is", async () => {
    for (const [index, targetType] of ["audience", "X", " deck ☕ ", "😀".repeat(64)].entries())
      expect((await create({ path: `/type/${index}`, targetType })).target).toEqual({ targetType, audienceId });
    for (const targetType of ["", "x".repeat(65)])
      expect((await refusal({ path: "/type", targetType })).errors?.[0]?.location).toBe("body.target.targetType");
  });

  test("audience and domain must be the tenant's own, and all mistakes are reported at once", async () => {
    const { db } = service();
    const theirs = await addAudience(db, stranger.tenantId);
    const { domainId: theirDomain } = await stranger.api.call("createDomain", { body: { domain: "theirs.example" } });
    const deletedDomain = await newDomain("deleted.example");
    await api().call("deleteDomain", { params: { domain_id: deletedDomain } });
    const link = await create({ path: "/references" });
    for (const [wrongAudience, wrongDomain] of [
      ["", ""],
      ["nothing", "nothing"],
      [theirs, theirDomain],
      [domainId, audienceId],
      [audienceId.replace(/.$/, "_"), deletedDomain],
    ] as const) {
      const body = { path: "//", target: target(wrongAudience), tenantDomainId: wrongDomain };
      const answers = [
        await api().refusal("createPageLink", { body }),
        await api().refusal("updatePageLink", { ...at(link), body }),
      ];
      for (const { code, errors } of answers) {
        expect(code).toBe("validation_failed");
        const locations = errors?.map(({ location }) => location);
        expect(locations).toEqual(["body.path", "body.target.audienceId", "body.tenantDomainId"]);
      }
    }
    expect(await read(link)).toEqual(link);
  });

  test("a path taken on one domain is free on another, on the service's host and in another tenant", async () => {
    const other = await newDomain("other.acme.example");
    const ours = await Promise.all([domainId, other, null].map((tenantDomainId) => create({ path: "/same", tenantDomainId })));
    expect(new Set(ours.map(({ path }) => path))).toEqual(new Set(["/same"]));
    const theirs = target(await addAudience(service().db, stranger.tenantId));
    expect((await stranger.api.call("createPageLink", { body: { path: "/same", target: theirs } })).path).toBe("/same");
    for (const { tenantDomainId, pageLinkId } of ours) {
      const refused = await refusal({ path: "/same", tenantDomainId });
      expect([refused.code, refused.existingId]).toEqual(["path_taken", pageLinkId]);
    }
  });

  test("paths are case-sensitive", async () => {
    for (const path of ["/case", "/Case", "/CASE"]) expect((await create({ path })).path).toBe(path);
  });

  test("a change replaces only what it names; null moves the link to the service's host", async () => {
    const link = await create({ path: "/change/before", tenantDomainId: domainId });
    const another = await addAudience(service().db, tenantId);
    service().advance(1_000);
    const change = (body: object) => api().call("updatePageLink", { ...at(link), body });
    const moved = await change({ path: "/change/after" });
    expect(moved).toEqual({ ...link, path: "/change/after", updatedAt: moved.updatedAt });
    expect(Number(moved.updatedAt) - Number(link.updatedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await change({ tenantDomainId: null })).toMatchObject({ path: "/change/after", tenantDomainId: null });
    expect(await change({ target: target(another, "deck") })).toMatchObject({ target: target(another, "deck") });
    expect(await change({ tenantDomainId: domainId })).toMatchObject({
      tenantDomainId: domainId,
      target: target(another, "deck"),
    });
    const last = await change({});
    expect(await read(link)).toEqual(last);
    const events = await eventsOf(link);
    expect(events.map(({ type }) => type)).toEqual(["page_link.created", ...Array(4).fill("page_link.updated")]);
    expect(events.at(-1)?.data).toEqual(last);
  });

  test("a change can't take another link's place, and may keep its own", async () => {
    const taken = await create({ path: "/taken" });
    const link = await create({ path: "/taken", tenantDomainId: domainId });
    for (const body of [
      { tenantDomainId: null },
      { tenantDomainId: null, path: "taken/" },
      { path: "/%74aken", tenantDomainId: null },
    ]) {
      const refused = await api().refusal("updatePageLink", { ...at(link), body });
      expect([refused.code, refused.existingId]).toEqual(["path_taken", taken.pageLinkId]);
    }
    expect(await read(link)).toEqual(link);
    expect((await api().call("updatePageLink", { ...at(link), body: { path: "/taken/" } })).path).toBe("/taken");
  });

  test("two links that swap paths at once never end up on the same path", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await create({ path: `/swap/${round}/1` }), await create({ path: `/swap/${round}/2` })];
      const move = (link: PageLink, path: string) => api().send("updatePageLink", { ...at(link), body: { path } });
      const answers = await Promise.all([move(one, two.path), move(two, one.path)]);
      for (const { status, body } of answers) if (status !== 200) expect((body as ProblemBody).code).toBe("path_taken");
      expect((await read(one)).path).not.toBe((await read(two)).path);
    }
  });

  test("a deleted link can be read, is in no list, can't be changed, and leaves its path free", async () => {
    const link = await create({ path: "/deleted" });
    service().advance(1_000);
    const deleted = await remove(link);
    expect(deleted).toEqual({ ...link, updatedAt: deleted.updatedAt, deletedAt: deleted.updatedAt });
    expect(Number(deleted.deletedAt)).toBeGreaterThan(Number(link.createdAt));
    service().advance(1_000);
    expect(await remove(link)).toEqual(deleted);
    expect(await read(link)).toEqual(deleted);
    expect((await api().refusal("updatePageLink", { ...at(link), body: {} })).code).toBe("not_found");
    expect(await eventsOf(link)).toEqual([
      { type: "page_link.created", data: link },
      { type: "page_link.deleted", data: deleted },
    ]);
    const next = await create({ path: "/deleted" });
    const { items } = await api().call("listPageLinks", { query: { limit: 100 } });
    const listed = items.filter(({ path }) => path === "/deleted").map(({ pageLinkId }) => pageLinkId);
    expect(listed).toEqual([next.pageLinkId]);
    await remove(next);
    expect((await create({ path: "/deleted" })).path).toBe("/deleted");
  });

  test("the list is newest first, page by page, and can be filtered by audience or domain", async () => {
    const { db } = service();
    const [mine, other] = [await addAudience(db, tenantId), await addAudience(db, tenantId)];
    const domain = await newDomain("list.acme.example");
    const made: PageLink[] = [];
    for (let index = 0; index < 6; index += 1)
      made.unshift(
        await create({
          path: `/list/${index}`,
          audienceId: index % 2 ? mine : other,
          tenantDomainId: index < 4 ? domain : domainId,
        }),
      );
    const list = async (query: { audienceId?: string; tenantDomainId?: string; limit?: number; cursor?: string }) => {
      const { items, ...page } = await api().call("listPageLinks", { query });
      return { items: items.map(({ url: _url, pageId: _page, ...link }): PageLink => link), ...page };
    };
    const ofMine = made.filter((link) => link.target.audienceId === mine);
    expect(await list({ audienceId: mine })).toEqual({ items: ofMine, hasMore: false, nextCursor: null, totalCount: 3 });
    expect((await list({ tenantDomainId: domain })).items).toEqual(made.slice(2));
    expect((await list({ tenantDomainId: domain, audienceId: mine })).items).toEqual(ofMine.slice(1));
    expect(await list({ tenantDomainId: "" as never }).catch(String)).toContain("validation_failed");
    expect((await list({ audienceId: "nothing" })).items).toEqual([]);
    expect((await list({ limit: 6 })).items).toEqual(made);
    const first = await list({ audienceId: mine, limit: 2 });
    expect([first.items, first.totalCount]).toEqual([ofMine.slice(0, 2), 3]);
    const cursor = first.nextCursor as string;
    expect((await list({ audienceId: mine, cursor })).items).toEqual(ofMine.slice(2));
    expect((await api().refusal("listPageLinks", { query: { audienceId: other, cursor } })).code).toBe("invalid_cursor");
  });

  test("a listed link has its full address and its page, and a page's links can be asked for", async () => {
    const pageId = await makePage(api(), { name: "Addressed" });
    const { audience_id } = await makeAudience(api(), {}, pageId);
    const { items, totalCount } = await api().call("listPageLinks", { query: { pageId } });
    expect(totalCount).toBe(1);
    expect(items[0]).toMatchObject({
      pageId,
      target: { targetType: "audience", audienceId: audience_id },
      url: "http://pages.foyer.test/default/addressed/audience-1",
    });
    expect((await api().call("listPageLinks", { query: { pageId: "page_none" } })).items).toEqual([]);
  });

  test("creating a link and deleting its domain at the same moment never both succeed", async () => {
    for (let round = 0; round < 10; round += 1) {
      const domain = await newDomain(`race${round}.acme.example`);
      const [made, ended] = await Promise.all([
        api().send("createPageLink", { body: bodyOf({ path: "/race", tenantDomainId: domain }) }),
        api().send("deleteDomain", { params: { domain_id: domain } }),
      ]);
      expect(["201 409", "422 200"]).toContain(`${made.status} ${ended.status}`);
    }
  });

  test("a repeat under one Idempotency-Key is answered with the same link", async () => {
    const send = () =>
      api().send("createPageLink", { body: bodyOf({ path: "/repeat" }), headers: { "idempotency-key": "repeat" } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
    expect(again.body).toEqual(first.body);
  });

  test("a link made for an audience gets the next number when its path is taken", async () => {
    const add = (path: string) => write(service().db, tenantId, (ctx) => addLink(ctx, { path, audienceId }));
    const made: string[] = [];
    for (const path of ["/launch/ada", "launch/ada/", "/launch/ada", "/launch/ada-2", "/launch/%61da"])
      made.push((await add(path)).path);
    expect(made).toEqual(["/launch/ada", "/launch/ada-2", "/launch/ada-3", "/launch/ada-2-2", "/launch/ada-4"]);
    const together = await Promise.all(Array.from({ length: 50 }, () => add("/launch/bob")));
    const suffixes = together.map(({ path }) => Number(/^\/launch\/bob-?(\d*)$/.exec(path)?.[1] || 1));
    expect(suffixes.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const { page_link_id } = await add("/launch/with-event");
    const link = await api().call("getPageLink", { params: { page_link_id } });
    expect(link).toMatchObject({ path: "/launch/with-event", target: target(), tenantDomainId: null });
    expect(await eventsOf(link)).toEqual([{ type: "page_link.created", data: link }]);
  });

  test("paths that already take many numbers do not slow down the next link", async () => {
    const add = (path: string) => write(service().db, tenantId, (ctx) => addLink(ctx, { path, audienceId }));
    for (let suffix = 2; suffix <= 2 ** 21; suffix *= 2) await add(`/zed-${suffix}`);
    await add("/zed");
    expect((await add("/zed")).path).toMatch(/^\/zed-[0-9a-f-]{36}$/);
  });

  test("the live link of an audience is its oldest, on its domain once that is verified", async () => {
    const { db } = service();
    const audience = await addAudience(db, tenantId);
    const live = () => liveLinkOf(db, tenantId, audience);
    expect(await live()).toBeUndefined();
    const domain = await newDomain("live.acme.example");
    const first = await create({ path: "/live/1", audienceId: audience, tenantDomainId: domain });
    const second = await create({ path: "/live/2", audienceId: audience });
    expect(await live()).toMatchObject({ path: "/live/1", domain_key: domain, domain: null });
    await api().call("verifyDomain", { params: { domain_id: domain }, body: {} });
    expect(await live()).toMatchObject({ path: "/live/1", domain: "live.acme.example" });
    await remove(first);
    expect(await live()).toMatchObject({ path: "/live/2", domain_key: "", domain: null });
    await remove(second);
    expect(await live()).toBeUndefined();
    expect(await liveLinkOf(db, stranger.tenantId, audienceId)).toBeUndefined();
  });
});
