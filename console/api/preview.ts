import { useQuery } from "@tanstack/react-query";
import type { SentTo } from "../../client";
import { useCall } from "./operations";

/** Less than an address is valid. */
const validMs = 50 * 60_000;

/** The signed address of a version; asked for anew when `version` changes, not whenever something else is saved. */
export function usePreview<Id extends "previewAudience" | "previewAudienceVersion">(id: Id, sent: SentTo<Id>, version: string) {
  const call = useCall();
  return useQuery({
    queryKey: ["preview", id, sent, version],
    queryFn: ({ signal }) => call(id, sent, { signal }),
    staleTime: validMs,
    refetchOnWindowFocus: false,
    meta: { keep: true },
  });
}
