import { describe, expect, test } from "bun:test";
import type { Operations, Page, Sendable } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

type NewPage = Sendable<Operations["createPage"]>["body"];
type PageChanges = Sendable<Operations["updatePage"]>["body"];

const least: NewPage = { actions: [], actionCardWidgets: [], brandId: "", name: "Spring", pageContext: "Anvils", scripts: [] };

/** Composed and decomposed, right to left, quotes and slashes of all kinds, line ends, markup, beyond the first plane. */
const awkward =
  "  \u00e9 e\u0301 \u05d0\u200f \"'`\\/ \\n \r\n\t\u2028 </script><!-- &amp; %41 {{page.name}} {name} \u{1f469}\u200d\u{1f680}  ";

const whole: NewPage = {
  name: awkward,
  pageContext: awkward,
  pageType: "sales_deck",
  brandId: awkward,
  actions: [
    { actionId: "book", purpose: awkward, buttonTitle: awkward, actionType: "link", url: "https://acme.example/?a=1&b='2'#{x}" },
    { actionId: awkward, purpose: "", buttonTitle: "", actionType: "something new", url: "" },
    { actionId: "__proto__", purpose: "p", buttonTitle: "b", actionType: "form", url: "/relative" },
  ],
  actionCardWidgets: [
    {
      type: "logos",
      title: awkward,
      logos: [{ image: { altText: awkward, url: "https://acme.example/logo.svg", fileId: "file_1", assetId: "asset_1" } }],
    },
  ],
  footerLinks: [{ id: "company", title: awkward, links: [{ id: "a", text: awkward, url: "mailto:ada@acme.example" }] }],
  scripts: [
    { content: `<script>${'\u{1f600}\u00e9"\\'.repeat(10_000)}</script>`, enabled: true, name: awkward, description: awkward },
    { content: "x".repeat(200_000), enabled: false, name: "", description: "" },
  ],
  headerActionId: awkward,
  metadata: { title: awkward, keywords: [awkward, "", awkward], robots: ["noindex"], canonicalUrl: "https://acme.example/é" },
};

onBothEngines("pages", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (body: Partial<NewPage> = {}) => api().call("createPage", { body: { ...least, ...body } });
  const at = ({ pageId }: Page) => ({ page_id: pageId });
  const read = (page: Page) => api().call("getPage", { params: at(page) });
  const change = (page: Page, body: PageChanges) => api().call("updatePage", { params: at(page), body });
  const archive = (page: Page) => api().call("archivePage", { params: at(page) });
  const restore = (page: Page) => api().call("restorePage", { params: at(page) });
  const newestEvent = async () => {
    const [event] = (await api().call("listEvents", { query: { limit: 1 } })).items;
    return { eventId: event?.eventId, type: event?.type, data: event?.data };
  };
  /** Where, and as what, each problem of a refused body is reported. */
  const problems = async (body: unknown, page?: Page) => {
    const refused = page
      ? await api().refusal("updatePage", { params: at(page), body: body as PageChanges })
      : await api().refusal("createPage", { body: body as NewPage });
    expect(refused.code).toBe("validation_failed");
    return Object.fromEntries((refused.errors ?? []).map(({ location, code }) => [location, code]));
  };

  describe("creating", () => {
    test("optional fields get defaults, and those without a value are left out of the answer", async () => {
      const page = await create();
      expect(page).toEqual({
        pageId: page.pageId,
        name: "Spring",
        title: "Spring",
        pageContext: "Anvils",
        pageType: "inbound",
        status: "draft",
        brandId: "",
        actions: [],
        actionCardWidgets: [],
        footerLinks: [],
        scripts: [],
        audiencesCount: 0,
        createdAt: page.createdAt,
        updatedAt: page.createdAt,
        archivedAt: null,
        deletedAt: null,
      });
      expect(page.pageId).toMatch(/^page_[a-z0-9]{26}$/);
      expect(await read(page)).toEqual(page);
      expect(await newestEvent()).toMatchObject({ type: "page.created", data: page });
    });

    test("everything is kept exactly as it was sent", async () => {
      const page = await create(whole);
      expect(page).toMatchObject({
        ...whole,
        title: awkward,
        actions: whole.actions.map((action, actionIndex) => ({ ...action, actionIndex })),
      });
      expect(await read(page)).toEqual(page);
      const { items } = await api().call("listPages", { query: { limit: 1 } });
      expect(items).toEqual([page]);
      expect((await newestEvent()).data).toEqual(page);
    });

    test("a script of 200,000 characters of four bytes each is kept, one more is refused", async () => {
      const script = (content: string) => ({ content, enabled: true, name: "Long", description: "" });
      const content = "\u{1f600}".repeat(200_000);
      expect((await read(await create({ scripts: [script(content)] }))).scripts[0]?.content).toBe(content);
      expect(await problems({ ...least, scripts: [script("x".repeat(200_001))] })).toEqual({
        "body.scripts[0].content": "too_long",
      });
    });

    test("the title is the metadata's, or else the name; an empty title counts as none", async () => {
      expect((await create({ metadata: { title: "Meta" } })).title).toBe("Meta");
      expect((await create({ metadata: { title: "" } })).title).toBe("Spring");
      expect(await create({ metadata: {} })).toMatchObject({ title: "Spring", metadata: { robots: [] } });
    });

    test("actions keep their order, and those without an identifier are given one", async () => {
      const action = { purpose: "p", buttonTitle: "b", actionType: "link", url: "/" };
      const { actions } = await create({ actions: [action, { ...action, actionId: "mine" }, { ...action, actionId: "" }] });
      expect(actions.map(({ actionIndex }) => actionIndex)).toEqual([0, 1, 2]);
      const [first, second, third] = actions.map(({ actionId }) => actionId);
      expect(second).toBe("mine");
      for (const made of [first, third]) expect(made).toMatch(/^action_[a-z0-9]{26}$/);
      expect(first).not.toBe(third as string);
    });

    test("a widget needs only a type", async () => {
      const { actionCardWidgets } = await create({ actionCardWidgets: [{ type: "t" }, { type: "t", logos: [{ image: {} }] }] });
      expect(actionCardWidgets).toEqual([
        { type: "t", title: "", logos: [] },
        { type: "t", title: "", logos: [{ image: { altText: "", url: "", fileId: "", assetId: "" } }] },
      ]);
    });
  });

  describe("all mistakes are reported at once, each with its location", () => {
    const action = { purpose: "p", buttonTitle: "b", actionType: "link", url: "/" };

    test("problems all over the body", async () => {
      const body = {
        ...least,
        name: "",
        pageContext: "",
        pageType: "other",
        unknown: 1,
        actions: [
          { ...action, actionId: "a", url: "javascript:alert(1)" },
          { ...action, actionId: "a", actionType: "" },
          { ...action, actionId: "b", actionIndex: 7 },
        ],
        actionCardWidgets: [{ title: 1 }],
        footerLinks: [{ id: "x", title: "t", links: [{ id: "y", text: "t" }] }],
        scripts: [{ content: "", enabled: "yes", name: "" }],
        headerActionId: "nowhere",
        metadata: { ogImageUrl: "https://acme.example/x.png", robots: "none" },
      };
      expect(await problems(body)).toEqual({
        "body.name": "too_short",
        "body.pageContext": "too_short",
        "body.pageType": "not_allowed",
        "body.unknown": "unknown_field",
        "body.actions[0].url": "bad_format",
        "body.actions[1].actionType": "too_short",
        "body.actions[1].actionId": "repeated",
        "body.actions[2].actionIndex": "unknown_field",
        "body.actionCardWidgets[0].type": "required",
        "body.actionCardWidgets[0].title": "wrong_type",
        "body.footerLinks[0].links[0].url": "required",
        "body.scripts[0].enabled": "wrong_type",
        "body.scripts[0].description": "required",
        "body.headerActionId": "not_found",
        "body.metadata.ogImageUrl": "unknown_field",
        "body.metadata.robots": "wrong_type",
      });
    });

    test("missing required fields", async () => {
      expect(await problems({})).toEqual({
        "body.actions": "required",
        "body.actionCardWidgets": "required",
        "body.brandId": "required",
        "body.name": "required",
        "body.pageContext": "required",
        "body.scripts": "required",
      });
    });

    test("an identifier shared by actions, at each but the first", async () => {
      const actions = ["a", "b", "a", "a", "", ""].map((actionId) => ({ ...action, actionId }));
      const repeated = { "body.actions[2].actionId": "repeated", "body.actions[3].actionId": "repeated" };
      expect(await problems({ ...least, actions })).toEqual(repeated);
      expect(await problems({ actions }, await create())).toEqual(repeated);
    });

    test("a header action that the page does not have, or will not have after the change", async () => {
      for (const headerActionId of ["nowhere", "", "A"])
        expect(await problems({ ...least, actions: [{ ...action, actionId: "a" }, action], headerActionId })).toEqual({
          "body.headerActionId": "not_found",
        });
      const page = await create({ actions: [{ ...action, actionId: "a" }], headerActionId: "a" });
      const missing = { "body.headerActionId": "not_found" };
      expect(await problems({ headerActionId: "b" }, page)).toEqual(missing);
      expect(await problems({ actions: [] }, page)).toEqual(missing);
      expect(await problems({ actions: [{ ...action, actionId: "b" }], headerActionId: "a" }, page)).toEqual(missing);
      expect(await read(page)).toEqual(page);
      expect(await change(page, { actions: [{ ...action, actionId: "b" }], headerActionId: "b" })).toMatchObject({
        headerActionId: "b",
      });
    });
  });

  describe("changing", () => {
    test("a change replaces only the fields it names", async () => {
      const page = await create(whole);
      service().advance(1_000);
      const changed = await change(page, { name: "New name" });
      expect(changed).toEqual({ ...page, name: "New name", updatedAt: changed.updatedAt });
      expect(Number(changed.updatedAt) - Number(page.updatedAt)).toBeGreaterThanOrEqual(1_000);
      expect(await read(page)).toEqual(changed);
      expect(await newestEvent()).toMatchObject({ type: "page.updated", data: changed });
    });

    test("every field of the creation can be changed, the title and the status too", async () => {
      const page = await create();
      const changed = await change(page, { ...whole, title: "Title of its own", status: "published" });
      const actions = whole.actions.map((action, actionIndex) => ({ ...action, actionIndex }));
      expect(changed).toMatchObject({ ...whole, actions, title: "Title of its own", status: "published" });
      expect(await read(page)).toEqual(changed);
      expect(await change(page, {})).toEqual({ ...changed, updatedAt: expect.any(String) });
    });

    test("null clears the header action and the metadata, and they are left out from then on", async () => {
      const page = await create(whole);
      const { headerActionId, metadata, ...rest } = page;
      const changed = await change(page, { headerActionId: null, metadata: null });
      expect(changed).toEqual({ ...rest, updatedAt: changed.updatedAt });
      expect(await read(page)).toEqual(changed);
      expect(await change(page, { actions: [] })).toMatchObject({ actions: [] });
    });

    test("a page can be published and set back to draft, and only archiving makes it archived", async () => {
      const page = await create();
      expect((await change(page, { status: "published" })).status).toBe("published");
      expect((await change(page, { status: "draft" })).status).toBe("draft");
      expect(await problems({ status: "archived" }, page)).toEqual({ "body.status": "not_allowed" });
    });

    test("no change is lost when several are made at the same time", async () => {
      const page = await create();
      const fields: PageChanges[] = [
        { name: "n" },
        { title: "t" },
        { pageContext: "c" },
        { brandId: "b" },
        { pageType: "custom" },
        { status: "published" },
        { footerLinks: [{ id: "f", title: "", links: [] }] },
        { metadata: { author: "a" } },
      ];
      await Promise.all(fields.map((field) => change(page, field)));
      expect(await read(page)).toMatchObject(Object.assign({}, ...fields));
    });
  });

  describe("archiving and restoring", () => {
    for (const before of ["draft", "published"] as const) {
      test(`a ${before} page is restored as ${before}; archiving or restoring it again changes nothing`, async () => {
        const page = await create(whole);
        if (before === "published") await change(page, { status: before });
        service().advance(1_000);
        const archived = await archive(page);
        const moment = archived.archivedAt as string;
        expect(archived).toEqual({ ...page, status: "archived", archivedAt: moment, updatedAt: moment });
        expect(await newestEvent()).toMatchObject({ type: "page.archived", data: archived });
        const event = await newestEvent();
        service().advance(1_000);
        expect(await archive(page)).toEqual(archived);
        expect(await newestEvent()).toEqual(event);
        expect(await read(page)).toEqual(archived);

        const restored = await restore(page);
        expect(restored).toEqual({ ...page, status: before, updatedAt: restored.updatedAt });
        expect(await newestEvent()).toMatchObject({ type: "page.restored", data: restored });
        const last = await newestEvent();
        service().advance(1_000);
        expect(await restore(page)).toEqual(restored);
        expect(await api().call("restorePage", { params: at(page), body: {} })).toEqual(restored);
        expect(await newestEvent()).toEqual(last);
      });
    }

    test("an archived page can be changed, except for its status", async () => {
      const page = await create();
      await archive(page);
      expect(await change(page, { name: "Renamed" })).toMatchObject({ name: "Renamed", status: "archived" });
      for (const status of ["draft", "published"] as const) {
        const refused = await api().refusal("updatePage", { params: at(page), body: { status, name: "Lost" } });
        expect([refused.status, refused.code]).toEqual([409, "page_archived"]);
      }
      expect(await restore(page)).toMatchObject({ name: "Renamed", status: "draft", archivedAt: null });
    });
  });

  test("a list can be filtered by status, type and words together", async () => {
    const found = async (query: { status?: Page["status"]; pageType?: Page["pageType"]; query?: string }) => {
      const { items, totalCount } = await api().call("listPages", { query: { ...query, query: `zz ${query.query ?? ""}` } });
      expect(totalCount).toBe(items.length);
      return items.map(({ pageContext }) => pageContext);
    };
    const make = (pageContext: string, name: string, more: Partial<NewPage> = {}) =>
      create({ name: `zz ${name}`, pageContext, ...more });
    const one = await make("one", "ÉTÉ 100% Spring_Sale", { pageType: "outbound" });
    await make("two", "spring", { metadata: { title: "Zebra \\ crossing" }, pageType: "outbound" });
    const three = await make("three", "100 springs");
    await change(one, { status: "published" });
    await archive(three);
    expect(await found({})).toEqual(["three", "two", "one"]);
    expect(await found({ status: "draft" })).toEqual(["two"]);
    expect(await found({ status: "archived" })).toEqual(["three"]);
    expect(await found({ pageType: "outbound" })).toEqual(["two", "one"]);
    expect(await found({ pageType: "outbound", status: "published" })).toEqual(["one"]);
    for (const [query, expected] of Object.entries({
      SPRING: ["three", "two", "one"],
      été: ["one"],
      "100%": ["one"],
      spring_: ["one"],
      "\\": ["two"],
      "crossing spring": ["two"],
      "spring crossing absent": [],
      "'": [],
    }))
      expect([query, await found({ query })]).toEqual([query, expected]);
    await change(one, { title: "Moon" });
    expect(await found({ query: "moon spring_sale" })).toEqual(["one"]);
  });
});
