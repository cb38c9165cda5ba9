import { expect } from "bun:test";
import type { OperationId } from "../../contract";
import type { Stage } from "../support/sentences/stage";
import { bounds, type Sentences } from "../support/sentences/told";

interface Listed {
  id: OperationId;
  /** A record that comes at the start of the list (`newest`) or at its end (`oldest`), and how the list names it. */
  add: (stage: Stage) => Promise<string>;
  idField: string;
  first: "newest" | "oldest";
  /** The list that comes whole without a limit. */
  whole?: true;
}

interface Page {
  items: Record<string, unknown>[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number;
}

const defaultLimit = 50;

/** What is said of every list. */
export function listSentences({ id, add, idField, first, whole }: Listed): Sentences {
  const read = async (stage: Stage, query: Record<string, unknown> = {}) => (await stage.send(id, { query })).body as Page;
  const idsOf = ({ items }: Page) => items.map((item) => item[idField] as string);
  const addAll = async (stage: Stage, amount: number) => {
    const ids: string[] = [];
    for (let count = 0; count < amount; count += 1) ids.push(await add(stage));
    return first === "oldest" ? ids : ids.reverse();
  };

  return {
    ...bounds(id, async () => ({}), {
      "limit is 1 to 100; outside is refused, never cut silently": {
        at: "query.limit",
        fits: [1, 100],
        refused: [0, 101, -1, 1.5, "ten", "", "9007199254740992"],
        kept: false,
      },
      "cursor is a string that is not empty": { at: "query.cursor", refused: [""] },
    }),

    "of nothing is an empty page": async (stage) => {
      expect(await read(stage)).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
    },

    [`comes ${first} first`]: async (stage) => {
      const expected = await addAll(stage, 4);
      expect(idsOf(await read(stage))).toEqual(expected);
    },

    [`without a limit has ${whole ? "all of them" : "50"}`]: async (stage) => {
      await Promise.all(Array.from({ length: defaultLimit + 1 }, () => add(stage)));
      const page = await read(stage);
      const all = { hasMore: false, nextCursor: null, totalCount: defaultLimit + 1 };
      expect(page).toMatchObject(whole ? all : { hasMore: true, totalCount: defaultLimit + 1 });
      expect(page.items).toHaveLength(whole ? defaultLimit + 1 : defaultLimit);
      const exactly = await read(stage, { limit: defaultLimit + 1 });
      expect(exactly).toMatchObject(all);
      expect(exactly.items).toHaveLength(defaultLimit + 1);
    },

    "page by page shows each once, though others are added meanwhile": async (stage) => {
      const expected = await addAll(stage, 5);
      const seen: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await read(stage, { limit: 2, ...(cursor && { cursor }) });
        seen.push(...idsOf(page));
        expect(page.hasMore).toBe(page.nextCursor !== null);
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
        if (seen.length === 2) await add(stage);
      }
      expect(seen.slice(0, 5)).toEqual(expected);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(first === "oldest" ? 6 : 5);
    },

    "refuses a cursor that is made up, damaged, another list's or another tenant's": async (stage) => {
      await addAll(stage, 2);
      const cursor = (await read(stage, { limit: 1 })).nextCursor as string;
      const stranger = await stage.stranger();
      await addAll(stranger, 2);
      const theirs = (await read(stranger, { limit: 1 })).nextCursor as string;
      await stage.page();
      await stage.page();
      const another = await stage.api.call("listPages", { query: { limit: 1 } });
      const damaged = cursor.slice(0, -1) + (cursor.endsWith("A") ? "B" : "A");
      for (const wrong of ["nonsense", damaged, cursor.slice(1), another.nextCursor, theirs])
        expect(await stage.refusal(id, { query: { cursor: wrong } })).toBe("422 invalid_cursor");
      expect((await read(stage, { cursor })).items).toHaveLength(1);
    },
  };
}
