import { beforeAll, expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { marksOf } from "../support/database/state";
import { makeAudience, makePage } from "../support/features/versions";
import { allOperations } from "../support/samples/path-params";
import { send, World } from "../support/samples/world";
import { useService } from "../support/service/service";

/** Each change of an audience is a message in its history, whatever it changes. */
const alwaysNoted = ["updateAudience"];
const edits = allOperations.filter(
  ({ id, method }) => id.startsWith("upsert") || (method === "PATCH" && !alwaysNoted.includes(id)),
);

onBothEngines("an edit that changes nothing", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let world: World;

  beforeAll(async () => {
    world = await World.build(api(), "same", service().db);
  });

  test.each(edits.map(({ id }) => id))("writes nothing: %s", async (id) => {
    const operation = edits.find((edit) => edit.id === id) as (typeof edits)[number];
    const { params, sent } = await world.make(operation);
    // A subscription's headers are stored encrypted, so it can't be seen that they are the same.
    const body = { ...(sent as object), headers: undefined };
    const before = await marksOf(service().db);
    service().advance(1_000);
    expect((await send(api(), operation, { params, body })).status).toBe(200);
    expect(await marksOf(service().db)).toEqual(before);
  });

  test("is no event, so that a sync does not hear its own echo", async () => {
    const email = "ada@engines.example";
    const body = { name: "Ada", phoneNumber: "+4930123456" };
    const put = async () => (await api().call("upsertPersonByEmail", { params: { email }, body })).updatedAt;
    const created = await put();
    service().advance(1_000);
    expect(await put()).toBe(created);
    const { results } = await api().call("upsertPersonBatch", { body: { persons: [{ ...body, email }], dryRun: false } });
    expect(results).toMatchObject([{ outcome: "updated", person: { updatedAt: created } }]);
    const subjectId = results[0]?.person?.personId as string;
    const types = async () => (await api().call("listEvents", { query: { subjectId } })).items.map(({ type }) => type);
    expect(await types()).toEqual(["person.created"]);
    await api().call("upsertPersonByEmail", { params: { email }, body: { ...body, name: "Ada L." } });
    expect(await types()).toEqual(["person.updated", "person.created"]);
  });

  test("is also a page that is sent back as it was read", async () => {
    const action = { purpose: "Book a demo", buttonTitle: "Book", actionType: "link", url: "https://acme.example/" };
    const params = { page_id: await makePage(api(), { actions: [action], metadata: { robots: [], title: "Anvils" } }) };
    const page = await api().call("getPage", { params });
    service().advance(1_000);
    const { name, title, metadata, footerLinks } = page;
    const actions = page.actions.map(({ actionIndex, ...sent }) => sent);
    const body = { name, title, actions, metadata, footerLinks } as never;
    expect(await api().call("updatePage", { params, body })).toEqual(page);
  });

  test("is a message of the audience's history where somebody edits it, and none where a sync does", async () => {
    const place = await makeAudience(api(), { externalId: "crm 1", metadataOverride: { title: "T", author: "A" } });
    const { page_id } = place;
    const messages = async () => (await api().call("listMessages", { params: place })).items.length;
    const before = await messages();
    const body = { metadataOverride: { author: "A", title: "T" } };
    await api().call("upsertAudienceByExternalId", { params: { page_id, external_id: "crm 1" }, body });
    const audiences = [{ externalId: "crm 1", ...body }];
    await api().call("upsertAudienceBatch", { params: { page_id }, body: { audiences, dryRun: false } });
    expect(await messages()).toBe(before);
    await api().call("updateAudience", { params: place, body });
    expect(await messages()).toBe(before + 1);
  });
});
