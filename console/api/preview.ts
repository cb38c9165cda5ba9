import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { SentTo } from "../../client";
import { useCall } from "./operations";

/** Less than an address is valid. */
const validMs = 50 * 60_000;

/** The signed address of a version; not asked for anew whenever something is saved. */
export function usePreview(params: SentTo<"previewAudienceVersion">["params"]) {
  const call = useCall();
  return useQuery({
    queryKey: ["preview", "previewAudienceVersion", params],
    queryFn: ({ signal }) => call("previewAudienceVersion", { params }, { signal }),
    staleTime: validMs,
    refetchOnWindowFocus: false,
    meta: { keep: true },
  });
}

const typingMs = 400;

/** The page with what is not saved yet, once the typing pauses; until it is there, or when it is refused, the one before stays. */
export function usePagePreview(pageId: string, sent: NonNullable<SentTo<"previewPage">["body"]>) {
  const call = useCall();
  const [body] = useDebouncedValue(JSON.stringify(sent), typingMs);
  const preview = useQuery({
    queryKey: ["preview", "previewPage", pageId, body],
    queryFn: ({ signal }) => call("previewPage", { params: { page_id: pageId }, body: JSON.parse(body) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: validMs,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const last = useRef(preview.data);
  last.current = preview.data ?? last.current;
  return { data: last.current, error: preview.error };
}
