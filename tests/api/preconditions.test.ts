import { beforeAll, expect, test } from "bun:test";
import { createClient, type FoyerError } from "../../client";
import { type Audience, entityTag } from "../../contract";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { lockWaits } from "../support/database/lock-waits";
import { makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onBothEngines("two who edit the same record", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let page_id: string;

  beforeAll(async () => {
    page_id = await makePage(api());
  });

  const edit = (title: string, tag?: string) =>
    api().send("updatePage", {
      params: { page_id },
      body: { title },
      ...(tag !== undefined && { headers: { "if-match": tag } }),
    });
  const readTag = async () => (await api().send("getPage", { params: { page_id } })).headers.get("etag") as string;

  test("don't overwrite each other: the second is refused with 412", async () => {
    const tag = await readTag();
    await Bun.sleep(2);
    const first = await edit("First", tag);
    expect(first.status).toBe(200);
    expect(first.headers.get("etag")).toBe(await readTag());
    const second = await edit("Second", tag);
    expect([second.status, (second.body as { code: string }).code]).toEqual([412, "precondition_failed"]);
    expect((await api().call("getPage", { params: { page_id } })).title).toBe("First");
    expect((await edit("Third", await readTag())).status).toBe(200);
    expect((await edit("Whoever was last")).status).toBe(200);
    expect((await edit("Anything", "*")).status).toBe(200);
  });

  test("at the very same moment: all but one are refused", async () => {
    await Bun.sleep(2);
    const tag = await readTag();
    await Bun.sleep(2);
    const answers = await Promise.all(["A", "B", "C", "D"].map((title) => edit(title, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  test("and one of whom names no tag: what they wrote is never overwritten by who has not seen it", async () => {
    for (let times = 0; times < 20; times += 1) {
      const tag = await readTag();
      await Bun.sleep(2);
      const [plain] = await Promise.all([edit("Without a tag"), edit("With a tag", tag)]);
      expect(plain.status).toBe(200);
      expect((await api().call("getPage", { params: { page_id } })).title).toBe("Without a tag");
    }
  });

  test("can go on when something else about the record changes", async () => {
    const place = await makeAudience(api(), {}, page_id);
    const audience = await api().call("getAudience", { params: place });
    await api().call("createAudienceVersion", { params: place });
    const tag = entityTag("getAudience", audience);
    const headers = { "if-match": tag };
    expect((await api().send("updateAudience", { params: place, body: { customName: "Mine" }, headers })).status).toBe(200);
    expect((await api().send("updateAudience", { params: place, body: { customName: "Late" }, headers })).status).toBe(412);
    const page = await readTag();
    await makeAudience(api(), {}, page_id);
    expect(await readTag()).toBe(page);
  });

  test("don't overwrite each other when one names the audience by an identifier of theirs", async () => {
    const externalId = "crm 1";
    const put = (customName: string, tag?: string) =>
      api().send("upsertAudienceByExternalId", {
        params: { page_id, external_id: externalId },
        body: { customName },
        ...(tag !== undefined && { headers: { "if-match": tag } }),
      });
    expect((await put("Nobody there", "*")).status).toBe(412);
    const made = await put("Made");
    const tag = made.headers.get("etag") as string;
    const params = { page_id, audience_id: (made.body as Audience).audienceId };
    expect((await api().send("getAudience", { params })).headers.get("etag")).toBe(tag);
    const patch = (customName: string) =>
      api().send("updateAudience", { params, body: { customName }, headers: { "if-match": tag } });
    const answers = await Promise.all([put("A", tag), patch("B"), put("C", tag), patch("D")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect((await put("Whoever was last")).status).toBe(200);
    expect((await put("Anything", "*")).status).toBe(200);
    const elsewhere = { page_id: "page_none", external_id: externalId };
    const missing = await api().send("upsertAudienceByExternalId", { params: elsewhere, body: {}, headers: { "if-match": "*" } });
    expect(missing.status).toBe(404);
  });

  test("and one of whom names the audience in another way and no tag: what they wrote is never overwritten", async () => {
    const put = (customName: string, headers = {}) =>
      api().send("upsertAudienceByExternalId", { params: { page_id, external_id: "crm 2" }, body: { customName }, headers });
    const made = (await put("Made")).body as Audience;
    const params = { page_id, audience_id: made.audienceId };
    const patch = (customName: string, headers = {}) => api().send("updateAudience", { params, body: { customName }, headers });
    for (let times = 0; times < 20; times += 1) {
      const tag = (await api().send("getAudience", { params })).headers.get("etag") as string;
      await Bun.sleep(2);
      const [plainly, tagged] = times % 2 === 0 ? [put, patch] : [patch, put];
      const [plain] = await Promise.all([plainly(`Without a tag ${times}`), tagged("With a tag", { "if-match": tag })]);
      expect(plain.status).toBe(200);
      expect((await api().call("getAudience", { params })).customName).toBe(`Without a tag ${times}`);
    }
  });

  test("don't delete for good what the other has just trashed, or restored from there", async () => {
    const file = new File(["a line of text"], "a.txt");
    const { assetId } = await api().call("createAsset", { file });
    const params = { asset_id: assetId };
    const tagNow = async () => (await api().send("getAsset", { params })).headers.get("etag") as string;
    const remove = (tag: string) => api().send("deleteAsset", { params, headers: { "if-match": tag } });
    const kept = await tagNow();
    const both = await Promise.all([remove(kept), remove(kept)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const trashed = await tagNow();
    expect(both.find(({ status }) => status === 200)?.headers.get("etag")).toBe(trashed);
    await Bun.sleep(2);
    await api().call("restoreAsset", { params });
    expect((await remove(trashed)).status).toBe(412);
    expect(await api().call("getAsset", { params })).toMatchObject({ trashedAt: null, deletedAt: null });
    const rename = () => api().send("updateAsset", { params, body: { name: "b" }, headers: { "if-match": trashed } });
    expect((await rename()).status).toBe(412);
    expect((await remove(await tagNow())).status).toBe(200);
    expect((await remove("*")).body).toMatchObject({ deletedAt: expect.any(String) });
  });

  test("nor what somebody trashes in the middle of it without naming a tag", async () => {
    const { assetId } = await api().call("createAsset", { file: new File(["another line of text"], "b.txt") });
    const params = { asset_id: assetId };
    const tag = entityTag("getAsset", await api().call("getAsset", { params }));
    const { db } = service();
    const guarded = await db.transaction(async (tx) => {
      await tx.run(sql`UPDATE assets SET trashed_at = created_at, updated_at = created_at + 1 WHERE asset_id = ${assetId}`);
      const sent = api().send("deleteAsset", { params, headers: { "if-match": tag } });
      if (engine === "postgres") await until(async () => (await lockWaits(db)) > 0);
      return { sent };
    });
    expect((await guarded.sent).status).toBe(412);
    expect(await api().call("getAsset", { params })).toMatchObject({ trashedAt: expect.any(String), deletedAt: null });
  });

  test("are refused when they name no tag, as a script does that has lost it", async () => {
    const before = await readTag();
    expect((await edit("Lost", "")).status).toBe(412);
    expect(await readTag()).toBe(before);
  });

  test("tell the client what they saw", async () => {
    const foyer = createClient({ url: service().origin, apiKey: api().key });
    const { topicId } = await foyer.createTopic({ body: { title: "Old" } });
    const params = { topic_id: topicId };
    const seen = await foyer.getTopic({ params });
    await foyer.updateTopic({ params, body: { title: "New" } }, { unchangedSince: seen });
    const late = foyer.updateTopic({ params, body: { title: "Late" } }, { unchangedSince: seen });
    expect(((await late.catch((error) => error)) as FoyerError).code).toBe("precondition_failed");
  });
});
