import { useQueries } from "@tanstack/react-query";
import { runningMs } from "../parts/publishing/progress";
import { type Answer, type ItemOf, useCall, useRead } from "./operations";

export type ListedPage = ItemOf<"listPages">;
export interface OutdatedPage {
  page: ListedPage;
  state: Answer<"getPublishState">;
}

/** Each one is a request, and counts the audiences of its page. */
const maxPages = 50;

interface Options {
  /** Whether a page may show what is edited. */
  mayShow(page: ListedPage): boolean;
  /** A topic that the page must have. */
  topicId?: string | undefined;
  enabled: boolean;
}

/** The pages whose audiences don't see all that is saved. `isPartial`: there are more pages than were looked at. */
export function useOutdatedPages({ mayShow, topicId, enabled }: Options): { outdated: OutdatedPage[]; isPartial: boolean } {
  const call = useCall({ isNoted: false });
  const listed = useRead("listPages", { query: { limit: 100 } }, { enabled });
  const all = (enabled && listed.data?.items) || [];
  const fitting = all.filter((page) => page.status !== "archived" && page.audiencesCount > 0 && mayShow(page));
  const pages = fitting.slice(0, maxPages);
  const states = useQueries({
    queries: pages.map(({ pageId }) => {
      const sent = { params: { page_id: pageId } };
      return {
        queryKey: ["getPublishState", sent],
        queryFn: ({ signal }: { signal: AbortSignal }) => call("getPublishState", sent, { signal }),
        refetchInterval: ({ state }: { state: { data: Answer<"getPublishState"> | undefined } }) =>
          state.data?.runningBatchId ? runningMs : (false as const),
        meta: { beside: true },
      };
    }),
  });
  const behind = pages.flatMap((page, index) => {
    const state = states[index]?.data;
    return state && (state.outdated !== 0 || state.runningBatchId !== null) ? [{ page, state }] : [];
  });
  const topics = useQueries({
    queries: (topicId === undefined ? [] : behind).map(({ page: { pageId } }) => {
      const sent = { params: { page_id: pageId } };
      return {
        queryKey: ["getPageTopics", sent],
        queryFn: ({ signal }: { signal: AbortSignal }) => call("getPageTopics", sent, { signal }),
        meta: { beside: true },
      };
    }),
  });
  const hasTopic = (index: number) => topicId === undefined || topics[index]?.data?.topicIds.includes(topicId);
  return {
    outdated: behind.filter((_, index) => hasTopic(index)),
    isPartial: fitting.length > maxPages || listed.data?.nextCursor != null,
  };
}
