import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";

/** Each page is asked for once. */
export function PageName({ pageId }: { pageId: string | null }) {
  const { may } = useSession();
  const page = useRead("getPage", { params: { page_id: pageId ?? "" } }, { enabled: pageId !== null && may("pages:read") });
  return page.data?.name ?? (page.isLoading ? "…" : "—");
}

/** The page's title would be the same for everybody, with its tokens unfilled. Only rows in sight ask, each audience once. */
export function VisitorName({ pageId, audienceId }: { pageId: string | null; audienceId: string | null }) {
  const { may } = useSession();
  const audience = useRead(
    "getAudience",
    { params: { page_id: pageId ?? "", audience_id: audienceId ?? "" } },
    { enabled: pageId !== null && audienceId !== null && may("audiences:read") },
  );
  return audience.data?.effectiveName ?? (audience.isLoading ? "…" : "A visitor");
}
