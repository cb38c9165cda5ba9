import { hashKey, type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListId, SentTo } from "../../client";
import { failed } from "../parts/notices/notices";
import { noteAway } from "./away";
import { noteCall } from "./calls";
import { type ItemOf, type ReadId, useCall } from "./operations";
import { rowsAtOnce } from "./rows-at-once";

/** Pages further away are let go, so that a long list takes no more memory than a short one. */
const keptPages = 10;

/** A jump that is asked for again before it is drawn is not read again. */
const jumpMs = 5_000;

interface ListPage<Item> {
  items: Item[];
  totalCount: number | null;
  nextCursor: string | null;
}

/** Where a page of the list begins. */
interface Start {
  cursor: string | undefined;
  /** How many rows come before it. */
  rowsBefore: number;
  /** Cursors lead forward alone: this is the way back. */
  previous: Start | undefined;
}

const beginning: Start = { cursor: undefined, rowsBefore: 0, previous: undefined };

/** Gives a list the first page that was asked for before its screen was there. */
export function keepFirstPage(queries: QueryClient, id: ListId & ReadId, page: Promise<unknown>): Promise<void> {
  noteCall(id, { query: { limit: rowsAtOnce } } as SentTo<typeof id>);
  page.catch(noteAway);
  return queries.prefetchInfiniteQuery({
    queryKey: [id, { query: {} }, "pages"],
    queryFn: () => page,
    initialPageParam: beginning,
  });
}

/**
 * A list that is read as it is scrolled, and again `everyMs`. `keepsAll` is for a list that is shown as a whole. One that is
 * not `enabled` stays empty.
 */
export function useList<Id extends ListId & ReadId>(
  id: Id,
  sent: SentTo<Id>,
  { keepsAll = false, everyMs, enabled = true }: { keepsAll?: boolean; everyMs?: number; enabled?: boolean } = {},
) {
  type Page = ListPage<ItemOf<Id>>;
  const call = useCall();
  const queries = useQueryClient();
  const queryKey = [id, sent, keepsAll ? "all pages" : "pages"];
  const read = async ({ cursor }: Start, signal?: AbortSignal) => {
    const query = { limit: rowsAtOnce, ...(sent as { query?: object }).query, ...(cursor !== undefined && { cursor }) };
    return (await call(id, { ...sent, query } as SentTo<Id>, signal ? { signal } : {})) as unknown as Page;
  };
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: beginning,
    enabled,
    getNextPageParam: ({ nextCursor, items }: Page, _, start): Start | undefined =>
      nextCursor === null ? undefined : { cursor: nextCursor, rowsBefore: start.rowsBefore + items.length, previous: start },
    getPreviousPageParam: (_page, _, { previous }) => previous,
    ...(!keepsAll && { maxPages: keptPages }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  // What was read while it was enabled is still in the cache.
  const data = enabled ? list.data : undefined;
  const pages = data?.pages;
  // Not in every frame while somebody scrolls through a long list.
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const first = (data?.pageParams[0] as Start | undefined) ?? beginning;

  /** Reads a row that was let go: the page before the first, or after a jump the one that has the row. */
  async function readBack(index: number): Promise<void> {
    if (list.isFetching || first.previous === undefined) return;
    if (index >= first.previous.rowsBefore) return void (await list.fetchPreviousPage());
    const start = startOf(index, first.previous);
    const jump = { queryKey: [...queryKey, start.rowsBefore], queryFn: () => read(start), gcTime: jumpMs };
    await queries
      .fetchQuery(jump)
      .then((page) => queries.setQueryData<InfiniteData<Page, Start>>(queryKey, { pages: [page], pageParams: [start] }), failed);
  }

  return {
    ...list,
    identity: enabled ? hashKey(queryKey) : "",
    isPending: enabled && list.isPending,
    hasNextPage: enabled && list.hasNextPage,
    items,
    rowsBefore: first.rowsBefore,
    readBack,
    totalCount: pages?.[0]?.totalCount,
  };
}

/** The page that has the row, from a later one backward. */
function startOf(index: number, later: Start): Start {
  let start = later;
  while (start.previous !== undefined && start.rowsBefore > index) start = start.previous;
  return start;
}
