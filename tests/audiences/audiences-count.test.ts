import { beforeAll, expect, test } from "bun:test";
import type { Writing } from "../../server/context";
import { addToAudienceCount, findPage } from "../../server/features/pages";
import type { Reader } from "../../server/storage/port";
import { type Sql, sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";
import { write } from "../support/service/writing";

const least = { actions: [], actionCardWidgets: [], brandId: "", name: "Page", pageContext: "Context", scripts: [] };

onBothEngines("the count of a page's audiences", (engine) => {
  const service = useService(engine);
  let tenantId: string;
  beforeAll(async () => {
    const tenant = await service().db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM tenants WHERE name = 'default'`);
    tenantId = tenant?.tenant_id as string;
  });

  const create = async () => (await service().api.call("createPage", { body: least })).pageId;
  const counted = async (pageId: string) => (await service().api.call("getPage", { params: { page_id: pageId } })).audiencesCount;
  /** A change of its own, as an audience being made or archived is. */
  const change = (work: (ctx: Writing) => Promise<unknown>) => write(service().db, tenantId, work);

  test("is right after 64 creations and archivings at once, also on other pages", async () => {
    const [pageId, other] = [await create(), await create()];
    await change((ctx) => addToAudienceCount(ctx, pageId, 100));
    await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        change((ctx) => addToAudienceCount(ctx, index % 8 === 7 ? other : pageId, index % 4 === 1 ? -1 : 1)),
      ),
    );
    expect([await counted(pageId), await counted(other)]).toEqual([124, 8]);
    const { items } = await service().api.call("listPages", { query: { limit: 2 } });
    expect(items.map(({ audiencesCount }) => audiencesCount)).toEqual([8, 124]);
  });

  test("is not changed by a request that failed", async () => {
    const pageId = await create();
    const failing = change(async (ctx) => {
      await addToAudienceCount(ctx, pageId, 5);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await counted(pageId)).toBe(0);
  });

  test("is kept when the page is changed, archived and restored", async () => {
    const pageId = await create();
    await change((ctx) => addToAudienceCount(ctx, pageId, 3));
    const { api } = service();
    const params = { page_id: pageId };
    const answers = [
      await api.call("updatePage", { params, body: { name: "Renamed" } }),
      await api.call("archivePage", { params }),
      await api.call("restorePage", { params }),
    ];
    expect(answers.map(({ audiencesCount }) => audiencesCount)).toEqual([3, 3, 3]);
  });

  test("is read together with the page, without reading any audience", async () => {
    const pageId = await create();
    const { db } = service();
    const read: Sql[] = [];
    const note = (query: Sql) => {
      read.push(query);
      return query;
    };
    const noting: Reader = { first: (query) => db.first(note(query)), all: (query) => db.all(note(query)) };
    expect(await findPage(noting, tenantId, pageId)).toMatchObject({ page_id: pageId, audiences_count: 0 });
    expect(read.map(({ pieces }) => /\bFROM audiences\b/.test(pieces.join("?")))).toEqual([false]);
  });
});
