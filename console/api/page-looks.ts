import { useQuery } from "@tanstack/react-query";
import type { TopicOrder } from "../../contract/pages/pages";
import { useCall } from "./operations";

/** What a page has beside the answers that show it. */
export interface PageLooks {
  /** Null: as its texts say. */
  language: string | null;
  topicOrder: TopicOrder;
  socialImageAssetId: string | null;
}

/** Answers with a page don't have them; what its preview is made of does. */
export function usePageLooks(pageId: string) {
  const call = useCall({ isNoted: false });
  return useQuery({
    queryKey: ["previewPage", "looks", pageId],
    queryFn: async ({ signal }): Promise<PageLooks> => {
      const { fields } = await call("previewPage", { params: { page_id: pageId }, body: {} }, { signal });
      const shownAs = (name: string) => fields.find(({ field }) => field === name)?.value ?? null;
      return {
        language: shownAs("language") as string | null,
        topicOrder: shownAs("topicOrder") as TopicOrder,
        socialImageAssetId: shownAs("socialImageAssetId") as string | null,
      };
    },
  });
}
