import { noteCall } from "../../../api/calls";
import type { ItemOf } from "../../../api/operations";
import { rowsAtOnce } from "../../../api/rows-at-once";
import { useSession } from "../../../session/context";

type Visit = ItemOf<"listTenantSessions">;

/** Whose visits they are and the names of their pages, as the list shows them; empty where the key may not read them. */
export function useVisitNames() {
  const { client, may } = useSession();
  return async (visits: readonly Visit[]) => {
    const visitors = new Map<string, string>();
    const pages = new Map<string, string>();
    for (const [pageId, audienceIds] of audiencesByPage(visits)) {
      if (may("pages:read")) pages.set(pageId, (await client.getPage({ params: { page_id: pageId } })).name);
      if (may("audiences:read")) await readVisitors(pageId, audienceIds);
    }
    return ({ audienceId, pageId }: Visit) => ({
      visitor: visitors.get(audienceId ?? "") ?? "",
      page: pages.get(pageId ?? "") ?? "",
    });

    /** No further than the last that is needed. */
    async function readVisitors(pageId: string, missing: Set<string>): Promise<void> {
      const sent = { query: { pageId, limit: rowsAtOnce } };
      noteCall("listTenantAudiences", sent, { whole: "pages" });
      for await (const { audienceId, effectiveName } of client.each("listTenantAudiences", sent)) {
        if (missing.delete(audienceId)) visitors.set(audienceId, effectiveName);
        if (missing.size === 0) return;
      }
    }
  };
}

function audiencesByPage(visits: readonly Visit[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { pageId, audienceId } of visits) {
    if (pageId === null) continue;
    const audienceIds = found.get(pageId) ?? new Set();
    if (audienceId !== null) audienceIds.add(audienceId);
    found.set(pageId, audienceIds);
  }
  return found;
}
