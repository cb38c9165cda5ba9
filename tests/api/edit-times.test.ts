import { expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { makePage } from "../support/features/versions";
import { useService } from "../support/service/service";

onBothEngines("a record that is edited twice in the same millisecond", (engine) => {
  const service = useService(engine, { isClockStopped: true });
  const api = () => service().api;

  /** The tag before, between and after the edits. Before the last one, the clock is set back. */
  async function tagsOf(
    read: "getPage" | "getBrand" | "getForm" | "getTopicEntry" | "getAsset",
    params: object,
    edit: (number: number) => unknown,
  ) {
    const tag = async () => (await api().send(read, { params } as never)).headers.get("etag");
    const tags = [await tag()];
    for (const [number, stepMs] of [0, 0, -1].entries()) {
      service().stepClock(stepMs);
      await edit(number);
      tags.push(await tag());
    }
    return tags;
  }

  async function makeEntries() {
    const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
    const add = (content: string) =>
      api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type: "text", content } } });
    return { topic_id: topicId, entryIds: [(await add("Ten")).topicEntryId, (await add("Twenty")).topicEntryId] };
  }

  const edits: Record<string, () => Promise<(string | null)[]>> = {
    "a page": async () => {
      const params = { page_id: await makePage(api()) };
      return tagsOf("getPage", params, (number) => api().call("updatePage", { params, body: { title: `New ${number}` } }));
    },
    "a page that is archived and restored": async () => {
      const params = { page_id: await makePage(api()) };
      return tagsOf("getPage", params, async () => {
        await api().call("archivePage", { params });
        await api().call("restorePage", { params });
      });
    },
    "a brand": async () => {
      const params = { brand_id: (await api().call("createBrand", { body: { name: "Acme" } })).brandId };
      return tagsOf("getBrand", params, (number) => api().call("updateBrand", { params, body: { name: `New ${number}` } }));
    },
    "a form": async () => {
      const fields = [{ name: "email", label: "Email", type: "email" as const, required: true }];
      const params = { form_id: (await api().call("createForm", { body: { name: "Contact", fields } })).formId };
      return tagsOf("getForm", params, (number) => api().call("updateForm", { params, body: { name: `New ${number}` } }));
    },
    "an entry": async () => {
      const { topic_id, entryIds } = await makeEntries();
      const params = { topic_id, entry_id: entryIds[0] as string };
      return tagsOf("getTopicEntry", params, (number) =>
        api().call("updateTopicEntry", { params, body: { content: { type: "text", content: `Thirty ${number}` } } }),
      );
    },
    "an entry that is moved": async () => {
      const { topic_id, entryIds } = await makeEntries();
      return tagsOf("getTopicEntry", { topic_id, entry_id: entryIds[0] }, () =>
        api().call("orderTopicEntries", { params: { topic_id }, body: { entryIds: entryIds.reverse() } }),
      );
    },
    "an asset": async () => {
      const params = { asset_id: (await api().call("createAsset", { file: new File(["a line"], "a.txt") })).assetId };
      return tagsOf("getAsset", params, (number) => api().call("updateAsset", { params, body: { name: `New ${number}` } }));
    },
    "an asset that is trashed and restored": async () => {
      const params = { asset_id: (await api().call("createAsset", { file: new File(["a word"], "b.txt") })).assetId };
      return tagsOf("getAsset", params, async () => {
        await api().call("deleteAsset", { params });
        await api().call("restoreAsset", { params });
      });
    },
  };

  test("is not in the future after the clock was set back for long", async () => {
    const params = { page_id: await makePage(api()) };
    service().stepClock(-3_600_000);
    const { updatedAt } = await api().call("updatePage", { params, body: { title: "New" } });
    expect(Number(updatedAt)).toBe(service().clock());
  });

  test.each(Object.keys(edits))("has a new tag after each edit: %s", async (what) => {
    const tags = await (edits[what] as (typeof edits)[string])();
    expect(tags).not.toContain(null);
    expect(new Set(tags).size).toBe(4);
  });
});
