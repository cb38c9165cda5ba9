import { beforeAll, expect, test } from "bun:test";
import { createClient, type FoyerError } from "../../client";
import { type Audience, entityTag, operations } from "../../contract";
import { type Sql, sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { lockWaits } from "../support/database/lock-waits";
import { makeAudience, makePage } from "../support/features/versions";
import type { Received } from "../support/service/api";
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
    const tag = await readTag();
    const answers = await Promise.all(["A", "B", "C", "D"].map((title) => edit(title, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
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
    await api().call("restoreAsset", { params });
    expect((await remove(trashed)).status).toBe(412);
    expect(await api().call("getAsset", { params })).toMatchObject({ trashedAt: null, deletedAt: null });
    const rename = () => api().send("updateAsset", { params, body: { name: "b" }, headers: { "if-match": trashed } });
    expect((await rename()).status).toBe(412);
    expect((await remove(await tagNow())).status).toBe(200);
    expect((await remove("*")).body).toMatchObject({ deletedAt: expect.any(String) });
  });

  /** What each guarded change takes, the read with its tag, and what somebody else writes in the middle of it. */
  const inTheMiddle: Record<string, () => Promise<[params: object, body: object | undefined, theirs: Sql[]]>> = {
    updatePage: async () => [
      { page_id },
      { title: "Mine" },
      [sql`UPDATE pages SET updated_at = updated_at + 1 WHERE page_id = ${page_id}`],
    ],
    setPageTopics: async () => {
      const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
      await api().call("setPageTopics", { params: { page_id }, body: { topicIds: [topicId] } });
      const theirs = [
        sql`UPDATE pages SET updated_at = updated_at + 1 WHERE page_id = ${page_id}`,
        sql`DELETE FROM page_topics WHERE page_id = ${page_id}`,
      ];
      return [{ page_id }, { topicIds: [] }, theirs];
    },
    updateTopic: async () => {
      const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
      const theirs = [sql`UPDATE topics SET title = 'Theirs' WHERE topic_id = ${topicId}`];
      return [{ topic_id: topicId }, { title: "Mine" }, theirs];
    },
    updateTopicEntry: async () => {
      const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
      const content = { type: "text", content: "Ten" };
      const { topicEntryId } = await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
      const theirs = [
        sql`UPDATE topics SET updated_at = updated_at + 1 WHERE topic_id = ${topicId}`,
        sql`UPDATE topic_entries SET updated_at = updated_at + 1 WHERE topic_entry_id = ${topicEntryId}`,
      ];
      return [{ topic_id: topicId, entry_id: topicEntryId }, { content: { type: "text", content: "Mine" } }, theirs];
    },
    orderTopicEntries: async () => {
      const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
      const params = { topic_id: topicId };
      const entryIds: string[] = [];
      for (const text of ["Ten", "Twenty"]) {
        const { topicEntryId } = await api().call("createTopicEntry", {
          params,
          body: { content: { type: "text", content: text } },
        });
        entryIds.push(topicEntryId);
      }
      const theirs = [
        sql`UPDATE topics SET updated_at = updated_at + 1 WHERE topic_id = ${topicId}`,
        sql`UPDATE topic_entries SET sort_order = -1 WHERE topic_entry_id = ${entryIds[1] as string}`,
      ];
      return [params, { entryIds: entryIds.toReversed() }, theirs];
    },
    updateBrand: async () => {
      const { brandId } = await api().call("createBrand", { body: { name: "Acme" } });
      const theirs = [sql`UPDATE brands SET updated_at = updated_at + 1 WHERE brand_id = ${brandId}`];
      return [{ brand_id: brandId }, { name: "Mine" }, theirs];
    },
    updateForm: async () => {
      const fields = [{ name: "email", label: "Email", type: "email" as const, required: true }];
      const { formId } = await api().call("createForm", { body: { name: "Contact", fields } });
      const theirs = [sql`UPDATE forms SET updated_at = updated_at + 1 WHERE form_id = ${formId}`];
      return [{ form_id: formId }, { name: "Mine" }, theirs];
    },
    updatePerson: async () => {
      const { personId } = await api().call("createPerson", { body: { name: "Ada" } });
      const theirs = [sql`UPDATE persons SET phone_number = '+493012345' WHERE person_id = ${personId}`];
      return [{ person_id: personId }, { name: "Mine" }, theirs];
    },
    updateAudience: async () => {
      const place = await makeAudience(api(), {}, page_id);
      const theirs = [sql`UPDATE audiences SET custom_name = 'Theirs' WHERE audience_id = ${place.audience_id}`];
      return [place, { customName: "Mine" }, theirs];
    },
    updateAsset: async () => {
      const { assetId } = await api().call("createAsset", { file: new File(["a line"], "c.txt") });
      const theirs = [sql`UPDATE assets SET updated_at = updated_at + 1 WHERE asset_id = ${assetId}`];
      return [{ asset_id: assetId }, { name: "Mine" }, theirs];
    },
    deleteAsset: async () => {
      const { assetId } = await api().call("createAsset", { file: new File(["another line"], "d.txt") });
      const theirs = [sql`UPDATE assets SET trashed_at = created_at, updated_at = updated_at + 1 WHERE asset_id = ${assetId}`];
      return [{ asset_id: assetId }, undefined, theirs];
    },
  };

  test.each(Object.keys(inTheMiddle))(
    "don't overwrite what somebody writes in the middle of it, without a tag: %s",
    async (id) => {
      const [params, body, theirs] = await (inTheMiddle[id] as (typeof inTheMiddle)[string])();
      const { guardedBy } = operations[id as "updatePage"];
      await refusedAfter(theirs, await api().send(guardedBy as "getPage", { params } as never), (headers) =>
        api().send(id as "updatePage", { params, body, headers } as never),
      );
    },
  );

  test("each change that has a guard is tried with somebody else in the middle of it", () => {
    const guarded = Object.values(operations).filter((operation) => "guardedBy" in operation);
    expect([...Object.keys(inTheMiddle), "upsertAudienceByExternalId"].sort()).toEqual(guarded.map(({ id }) => id).sort());
  });

  test("nor when they name the audience by an identifier of theirs", async () => {
    const params = { page_id, external_id: "crm 2" };
    const made = await api().send("upsertAudienceByExternalId", { params, body: {} });
    const { audienceId } = made.body as Audience;
    const theirs = [sql`UPDATE audiences SET custom_name = 'Theirs' WHERE audience_id = ${audienceId}`];
    await refusedAfter(theirs, made, (headers) =>
      api().send("upsertAudienceByExternalId", { params, body: { customName: "Mine" }, headers }),
    );
  });

  /** The change is sent while the transaction of somebody else is open. */
  async function refusedAfter(
    theirs: readonly Sql[],
    seen: Received<unknown>,
    change: (headers: Record<string, string>) => Promise<Received<unknown>>,
  ): Promise<void> {
    const { db } = service();
    const { sent } = await db.transaction(async (tx) => {
      for (const query of theirs) await tx.run(query);
      const sent = change({ "if-match": seen.headers.get("etag") as string });
      if (engine === "postgres") await until(async () => (await lockWaits(db)) > 0);
      return { sent };
    });
    expect((await sent).status).toBe(412);
  }

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
