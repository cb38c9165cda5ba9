import { beforeAll, expect, test } from "bun:test";
import type { Input, Operations, Scope } from "../../contract";
import { onTodaysEngine } from "../support/database/engines";
import { marksOf } from "../support/database/state";
import { type AudienceParams, makeAudience, makePage } from "../support/features/versions";
import { post } from "../support/features/visitor";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";

const hello = 'Hello {{ person.firstName | default: "you" }}';
type Body = Partial<Input<Operations["previewPage"]>["body"]>;

onTodaysEngine("a page with changes that are not saved", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let page_id: string;
  let personId: string;
  let place: AudienceParams;

  beforeAll(async () => {
    page_id = await makePage(api(), { metadata: { title: "As saved" } });
    ({ personId } = await api().call("createPerson", { body: { name: "Ada Lovelace", email: "ada@engine.example" } }));
    const { personId: other } = await api().call("createPerson", { body: { name: "Grace Hopper" } });
    place = await makeAudience(api(), { personId: other }, page_id);
  });

  const preview = (body: Body) => api().call("previewPage", { params: { page_id }, body });
  const show = (url: string, page: string, headers = {}) => post(service(), new URL(url).pathname, { page }, headers);

  async function seen(body: Body): Promise<string> {
    const { url, page } = await preview(body);
    const { status, html } = await show(url, page);
    expect(status).toBe(200);
    return /<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? html;
  }

  async function keyWith(...scopes: Scope[]): Promise<Api> {
    const { key } = await api().call("createApiKey", { body: { name: "Some", scopes } });
    return new Api(service().origin, key as string);
  }

  test("is shown for nobody, a person who has no audience, an audience, and another person in its place", async () => {
    const page = { title: hello, metadata: null };
    const { audience_id: audienceId } = place;
    expect(await seen({})).toBe("As saved");
    expect(await seen({ page })).toBe("Hello you");
    expect(await seen({ page, personId })).toBe("Hello Ada");
    expect(await seen({ page, audienceId })).toBe("Hello Grace");
    expect(await seen({ page, audienceId, personId })).toBe("Hello Ada");
    expect(await seen({ page, audienceId, overrides: { metadataOverride: { title: "For you alone" } } })).toBe("For you alone");
  });

  test("stores nothing at all, also with an Idempotency-Key, and records no event", async () => {
    const before = await marksOf(service().db);
    const { url, page } = await preview({ personId, page: { title: hello, actions: [] }, overrides: { customName: "Mine" } });
    await api().send("previewPage", { params: { page_id }, body: { personId }, headers: { "idempotency-key": "once" } });
    await show(url, page);
    expect(await marksOf(service().db)).toEqual(before);
  });

  test("says where each field comes from, and what would not be shown", async () => {
    const action = { purpose: "", buttonTitle: "Go", actionType: "url", url: "" };
    const { fields, warnings } = await preview({
      personId,
      page: { title: "Unsaved", metadata: null, brandId: "brand_none", actions: [action] },
      overrides: { actionUrlOverride: "https://acme.example" },
    });
    expect(fields).toContainEqual({ field: "title", value: "Unsaved", source: "page" });
    expect(fields).toContainEqual({ field: "person.name", value: "Ada Lovelace", source: "person" });
    expect(fields.find(({ field }) => field === "actions")?.source).toBe("audience");
    expect(warnings.map(({ code }) => code)).toEqual(["brand_not_found"]);
  });

  test("is refused like a change would be, with the place of each mistake", async () => {
    const refused = async (body: Body) =>
      (await api().refusal("previewPage", { params: { page_id }, body })).errors?.map(({ location }) => location);
    expect(await refused({ page: { headerActionId: "action_none" } })).toEqual(["body.page.headerActionId"]);
    expect(await refused({ page: { socialImageAssetId: "asset_none" } })).toEqual(["body.page.socialImageAssetId"]);
    expect(await refused({ audienceId: "audience_none", personId: "person_none" })).toEqual(["body.audienceId", "body.personId"]);
    const elsewhere = await makeAudience(api());
    expect(await refused({ audienceId: elsewhere.audience_id })).toEqual(["body.audienceId"]);
    expect(await refused({ page: { title: "{{ nonsense }}" } })).toEqual(["body.page.title"]);
  });

  test("needs a key that may read, and reveals and runs no more than the key may", async () => {
    const reader = await keyWith("pages:read");
    const scripts = [{ content: "document.title = 'mine'", enabled: true, name: "Mine", description: "" }];
    const shown = await reader.call("previewPage", {
      params: { page_id },
      body: { page: { title: "Read", metadata: null, scripts } },
    });
    const { html } = await show(shown.url, shown.page);
    expect(html).toContain("Read");
    expect(html).not.toContain("document.title = 'mine'");
    const own = await preview({ page: { scripts } });
    expect((await show(own.url, own.page)).html).toContain("document.title = 'mine'");
    for (const body of [{ personId }, { audienceId: place.audience_id }]) {
      expect((await reader.refusal("previewPage", { params: { page_id }, body })).code).toBe("insufficient_scope");
    }
    const audiences = await keyWith("pages:read", "audiences:read");
    const body = { audienceId: place.audience_id };
    const { fields } = await audiences.call("previewPage", { params: { page_id }, body });
    expect(fields.filter(({ field }) => field.startsWith("person."))).toEqual([]);
  });

  test("is shown in a frame of the console alone, as it was given out, and for an hour", async () => {
    const { url, page } = await preview({});
    const { headers } = await show(url, page, { "sec-fetch-dest": "iframe" });
    expect(headers["content-security-policy"]).toContain("frame-ancestors http://foyer.test");
    expect(headers["cache-control"]).toBe("no-store");
    expect((await show(url, page, { "sec-fetch-dest": "document" })).status).toBe(404);
    const other = await preview({ page: { title: "Other", metadata: null } });
    for (const wrong of [other.page, "", page.slice(1), `${page}A`]) expect((await show(url, wrong)).status).toBe(404);
    expect((await show(url.replace(/.$/, "_"), page)).status).toBe(404);
    service().advance(3_600_000);
    expect((await show(url, page)).status).toBe(404);
    service().advance(-3_600_000);
  });
});
