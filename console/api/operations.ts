import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CallOptions, type Client, FoyerError, type ListId, type SentTo } from "../../client";
import type { OperationId, Operations, Output } from "../../contract";
import { useSession } from "../session/context";
import { noteCall } from "./calls";

type Answer<Id extends OperationId> = Output<Operations[Id]>;
export type ItemOf<Id extends ListId> = Answer<Id>["items"][number];
type ReadId = { [Id in OperationId]: Operations[Id]["method"] extends "GET" ? Id : never }[OperationId];

/** What an operation reads, kept up to date as long as it is shown. */
export function useRead<Id extends ReadId>(
  id: Id,
  sent: SentTo<Id>,
  { everyMs, enabled = true }: { everyMs?: number | false; enabled?: boolean } = {},
) {
  const call = useCall();
  return useQuery({
    queryKey: [id, sent],
    queryFn: ({ signal }) => call(id, sent, { signal }),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

/** A list that grows as it is scrolled. */
export function useList<Id extends ListId & ReadId>(id: Id, sent: SentTo<Id>) {
  const call = useCall();
  const list = useInfiniteQuery({
    queryKey: [id, sent, "pages"],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: 100, ...(sent as { query?: object }).query, ...(pageParam !== undefined && { cursor: pageParam }) };
      return call(id, { ...sent, query } as SentTo<Id>, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { nextCursor: string | null }).nextCursor ?? undefined,
  });
  const pages = list.data?.pages as unknown as { items: ItemOf<Id>[]; totalCount: number | null }[] | undefined;
  // Not in every frame while somebody scrolls through a long list.
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  return { ...list, items, totalCount: pages?.[0]?.totalCount };
}

/** A change; whatever is on the screen is read again after it. */
export function useChange<Id extends OperationId>(id: Id, { onDone }: { onDone?(answer: Answer<Id>): void } = {}) {
  const call = useCall();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sent: SentTo<Id>) => call(id, sent, {}),
    onSuccess: (answer) => {
      readAgain(queries);
      onDone?.(answer);
    },
  });
}

/** Everything that is shown, but what has asked to be kept. */
export function readAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ meta }) => meta?.keep !== true });
}

export type Caller = <Id extends OperationId>(id: Id, sent: SentTo<Id>, options?: CallOptions) => Promise<Answer<Id>>;

/** One call of an operation, noted for "as curl"; a refused key asks for another one. */
export function useCall(): Caller {
  const { client, refused } = useSession();
  return async (id, sent, options = {}) => {
    noteCall(id, sent);
    try {
      return await methodOf(client, id)(sent, options);
    } catch (error) {
      if (error instanceof FoyerError && error.status === 401) refused(client);
      throw error;
    }
  };
}

/** The one place where an operation that is known by its name alone meets its method. */
function methodOf<Id extends OperationId>(client: Client, id: Id) {
  return client[id] as unknown as (sent: SentTo<Id>, options: object) => Promise<Answer<Id>>;
}
