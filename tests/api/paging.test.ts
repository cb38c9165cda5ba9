import { Database as Connection } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { defaultLimit, maxLimit, type OperationId } from "../../contract";
import type { Reader } from "../../server/storage/port";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

interface Query {
  cursor?: string;
  limit?: number;
  [filter: string]: string | number | undefined;
}

interface Page {
  items: string[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number | null;
}

/** A list as this file sees it: how to read a page of identifiers, add a record and take one away. */
interface List {
  page(query: Query): Promise<Page>;
  refused(query: Query): Promise<string>;
  add(): Promise<string>;
  /** Undefined where nothing is ever taken away. */
  remove?: (id: string) => Promise<unknown>;
}

onBothEngines("paging", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let accountId: string;
  let count = 0;
  beforeAll(async () => {
    accountId = (await api().call("createAccount", { body: { domain: "paging.example" } })).accountId;
  });

  /** The one place where a list known by name meets the typed client. */
  function list(id: OperationId, idField: string, add: () => Promise<string>, remove?: (id: string) => Promise<unknown>): List {
    const params = () => (id === "listAccountLogs" ? { params: { account_id: accountId } } : {});
    return {
      async page(query) {
        const page = (await api().call(id, { ...params(), query } as never)) as unknown as Page & { items: unknown[] };
        return { ...page, items: page.items.map((item) => (item as unknown as Record<string, string>)[idField] as string) };
      },
      refused: async (query) => (await api().refusal(id, { ...params(), query } as never)).code,
      add,
      ...(remove && { remove }),
    };
  }

  const lists: Record<string, List> = {
    // First, while there are few.
    events: list("listEvents", "eventId", async () => {
      await api().call("createTopic", { body: { title: "T" } });
      return (await api().call("listEvents", { query: { limit: 1 } })).items[0]?.eventId as string;
    }),
    persons: list(
      "listPersons",
      "personId",
      async () => (await api().call("createPerson", { body: { name: `Person ${(count += 1)}` } })).personId,
      (id) => api().call("deletePerson", { params: { person_id: id } }),
    ),
    accounts: list(
      "listAccounts",
      "accountId",
      async () => (await api().call("createAccount", { body: { domain: `d${(count += 1)}.example` } })).accountId,
    ),
    "account logs": list(
      "listAccountLogs",
      "accountLogId",
      async () => {
        const body = { source: "crm", type: "note", payload: {} };
        return (await api().call("createAccountLog", { params: { account_id: accountId }, body })).accountLogId;
      },
      (id) => api().call("deleteAccountLog", { params: { account_id: accountId, account_log_id: id } }),
    ),
    topics: list(
      "listTopics",
      "topicId",
      // Ties, and new ones all over the list.
      async () => (await api().call("createTopic", { body: { title: "T", sortOrder: Math.floor(Math.random() * 3) } })).topicId,
      (id) => api().call("deleteTopic", { params: { topic_id: id } }),
    ),
    pages: list("listPages", "pageId", async () => {
      const body = { actions: [], actionCardWidgets: [], brandId: "", name: "P", pageContext: "C", scripts: [] };
      return (await api().call("createPage", { body })).pageId;
    }),
    brands: list("listBrands", "brandId", async () => (await api().call("createBrand", { body: { name: "B" } })).brandId),
    forms: list("listForms", "formId", async () => (await api().call("createForm", { body: { name: "F", fields: [] } })).formId),
    "API keys": list(
      "listApiKeys",
      "keyId",
      async () => (await api().call("createApiKey", { body: { name: "k", scopes: ["persons:read"] } })).keyId,
    ),
  };

  async function readAll({ page }: List, limit: number, meanwhile: (pages: number) => Promise<void> = async () => {}) {
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 1; ; pages += 1) {
      const { items, hasMore, nextCursor } = await page({ limit, ...(cursor !== undefined && { cursor }) });
      seen.push(...items);
      expect(nextCursor === null).toBe(!hasMore);
      if (nextCursor === null) return seen;
      expect(items).toHaveLength(limit);
      cursor = nextCursor;
      await meanwhile(pages);
    }
  }

  describe.each(Object.keys(lists))("the list of %s", (name) => {
    const subject = lists[name] as List;
    const { page, refused, add, remove } = subject;
    beforeAll(async () => {
      for (let index = 0; index < 12; index += 1) await add();
    });

    test("pages of any size add up to the whole, each record once, in one order", async () => {
      const { items: whole, totalCount } = await page({ limit: maxLimit });
      expect(new Set(whole).size).toBe(whole.length);
      expect(totalCount).toBe(whole.length);
      for (const limit of [1, 5, whole.length, whole.length + 1]) expect(await readAll(subject, limit)).toEqual(whole);
    });

    test("records created and deleted meanwhile neither hide nor repeat others", async () => {
      const { items: before } = await page({ limit: maxLimit });
      const leaving = remove ? [before[0], before[4], before[5], before.at(-1)] : [];
      const staying = before.filter((id) => !leaving.includes(id));
      const seen = await readAll(subject, 3, async (pages) => {
        await add();
        const gone = leaving[pages - 1];
        if (gone !== undefined) await remove?.(gone);
      });
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => staying.includes(id))).toEqual(staying);
    });

    test("a cursor continues at its place after the record it points to is deleted", async () => {
      const { items: whole } = await page({ limit: maxLimit });
      const first = await page({ limit: 2 });
      await remove?.(first.items[1] as string);
      const rest = await page({ limit: 5, cursor: first.nextCursor as string });
      expect(rest.items).toEqual(whole.slice(2, 7));
    });

    test(`a limit outside 1 to ${maxLimit} is refused, never cut silently`, async () => {
      for (const limit of [0, -1, maxLimit + 1, 1.5, Number.NaN, 1e21])
        expect(await refused({ limit })).toBe("validation_failed");
      for (const limit of ["", "ten", "0x10", "1e1", "+5"])
        expect(await refused({ limit: limit as never })).toBe("validation_failed");
      expect((await page({ limit: 1 })).items).toHaveLength(1);
    });

    test("a damaged, truncated, made-up or foreign cursor is refused", async () => {
      const { nextCursor } = await page({ limit: 1 });
      const good = nextCursor as string;
      const plain = Buffer.from(good, "base64url").toString();
      const wrong = [
        good.slice(0, -1),
        good.slice(1),
        `${good}A`,
        `${good}=`,
        good.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
        good.toUpperCase(),
        "x",
        "null",
        Buffer.from("{}").toString("base64url"),
        Buffer.from(plain.slice(12)).toString("base64url"),
        Buffer.from(plain.replace(/\]$/, ',"more"]')).toString("base64url"),
      ];
      for (const other of Object.keys(lists)) {
        if (other !== name) wrong.push((await (lists[other] as List).page({ limit: 1 })).nextCursor as string);
      }
      for (const cursor of wrong) expect([cursor, await refused({ cursor })]).toEqual([cursor, "invalid_cursor"]);
      expect((await page({ limit: 1, cursor: good })).items).toHaveLength(1);
    });
  });

  test("a cursor is refused with other filters", async () => {
    for (const id of ["one", "two", "three"]) await api().call("createAccount", { body: { domain: `filter-${id}.example` } });
    const { nextCursor } = await (lists.accounts as List).page({ limit: 1, query: "filter" });
    const cursor = nextCursor as string;
    expect((await lists.accounts?.page({ cursor, query: "filter" }))?.items).toHaveLength(2);
    expect(await lists.accounts?.refused({ cursor })).toBe("invalid_cursor");
    expect(await lists.accounts?.refused({ cursor, query: "example" })).toBe("invalid_cursor");
    expect(await lists.accounts?.refused({ cursor, query: "filter", domain: "a.example" })).toBe("invalid_cursor");
    const logs = await lists["account logs"]?.page({ limit: 1, source: "crm" });
    expect(await lists["account logs"]?.refused({ cursor: logs?.nextCursor as string, type: "crm" })).toBe("invalid_cursor");
    const events = await lists.events?.page({ limit: 1, type: "topic.created" });
    expect(await lists.events?.refused({ cursor: events?.nextCursor as string, type: "topic.deleted" })).toBe("invalid_cursor");
  });

  test("a cursor is refused for another account and another tenant", async () => {
    const cursor = (await lists["account logs"]?.page({ limit: 1 }))?.nextCursor as string;
    const other = await api().call("createAccount", { body: { domain: "no-logs.example" } });
    const params = { account_id: other.accountId };
    expect((await api().refusal("listAccountLogs", { params, query: { cursor } })).code).toBe("invalid_cursor");
    const { api: stranger } = await createTenant(service(), "stranger");
    const ours = (await lists.persons?.page({ limit: 1 }))?.nextCursor as string;
    expect((await stranger.refusal("listPersons", { query: { cursor: ours } })).code).toBe("invalid_cursor");
  });

  test(`without a limit a page has ${defaultLimit}, with one up to ${maxLimit}`, async () => {
    await Promise.all(Array.from({ length: maxLimit }, () => lists.persons?.add()));
    expect((await lists.persons?.page({}))?.items).toHaveLength(defaultLimit);
    expect((await lists.persons?.page({ limit: maxLimit }))?.items).toHaveLength(maxLimit);
  });

  test("a page of large records ends by its bytes, in any script", async () => {
    const { api: wordy } = await createTenant(service(), "wordy");
    const content = { type: "text", content: "日".repeat(100_000) };
    for (let number = 0; number < 12; number += 1) {
      const { topicId } = await wordy.call("createTopic", { body: { title: `Topic ${number}` } });
      await wordy.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    }
    const { items, hasMore } = await wordy.call("listTopics", { query: { limit: maxLimit } });
    expect([items.length < 12, hasMore]).toEqual([true, true]);
  });

  test("an empty list is an empty page", async () => {
    const { api: nobody } = await createTenant(service(), "nobody");
    expect(await nobody.call("listPersons", {})).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
    expect(await nobody.call("listTopics", {})).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
  });
});

describe("the cost of a page", () => {
  const planned = [
    "listPersons",
    "listAccounts",
    "listTopics",
    "listPages",
    "listBrands",
    "listForms",
    "listApiKeys",
    "listEvents",
  ] as const;
  const service = useService("sqlite");

  test("is the same for a late page as for the first: every list is read along an index, without sorting", async () => {
    const { api, db, storage } = service();
    const { accountId } = await api.call("createAccount", { body: { domain: "plan.example" } });
    const statements = await statementsOf(db, async () => {
      const params = { account_id: accountId };
      for (let index = 0; index < 3; index += 1) {
        await api.call("createPerson", { body: { name: "P" } });
        await api.call("createTopic", { body: { title: "T" } });
        await api.call("createApiKey", { body: { name: "k", scopes: ["*"] } });
        const page = { actions: [], actionCardWidgets: [], brandId: "", name: "P", pageContext: "C", scripts: [] };
        await api.call("createPage", { body: page });
        await api.call("createBrand", { body: { name: "B" } });
        await api.call("createForm", { body: { name: "F", fields: [] } });
        await api.call("createAccountLog", { params, body: { source: "crm", type: "note", payload: {} } });
        await api.call("createAccount", { body: { domain: `plan${index}.example` } });
      }
      for (const id of planned) {
        const { nextCursor } = await api.call(id, { query: { limit: 1 } });
        await api.call(id, { query: { limit: 1, cursor: nextCursor as string } });
      }
      const logs = await api.call("listAccountLogs", { params, query: { limit: 1 } });
      await api.call("listAccountLogs", { params, query: { limit: 1, cursor: logs.nextCursor as string } });
      const typed = await api.call("listEvents", { query: { limit: 1, type: "topic.created" } });
      await api.call("listEvents", { query: { limit: 1, type: "topic.created", cursor: typed.nextCursor as string } });
    });
    // The queue of jobs is looked at meanwhile, and is no list of the API.
    const lists = statements.filter((text) => /ORDER BY[^()]*LIMIT/.test(text) && !/FROM jobs/.test(text));
    expect(lists.length).toBeGreaterThanOrEqual(20);
    const connection = new Connection(join(storage.dataFolder, "foyer.db"), { readonly: true });
    for (const text of lists) {
      const plan = connection.query(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
      const details = plan.map(({ detail }) => detail).join("; ");
      expect(`${text}\n${details}`).toMatch(/SEARCH \w+ USING (COVERING )?(INDEX|PRIMARY KEY)/);
      expect(`${text}\n${details}`).not.toMatch(/SCAN (?!counted)|TEMP B-TREE/);
    }
    connection.close();
  });
});

/** The texts of the reads the service makes meanwhile, as it prepares them. */
async function statementsOf(db: Reader, work: () => Promise<void>): Promise<string[]> {
  const texts = new Set<string>();
  const { all } = db;
  db.all = (query) => {
    texts.add(query.pieces.join("?"));
    return all(query);
  };
  try {
    await work();
  } finally {
    db.all = all;
  }
  return [...texts];
}
