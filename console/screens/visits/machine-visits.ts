import { useMemo } from "react";
import { useList } from "../../api/list";
import { asOneList, mergeNewest } from "../../api/merge-newest";
import type { ItemOf } from "../../api/operations";
import type { Listed } from "../../parts/lists/record-table";
import type { VisitQuery } from "./visits/visit-filters";

type Visit = ItemOf<"listTenantSessions">;

const everyMs = 10_000;

/** The visits of all kinds of machines, last started first. The API lists one kind at a time. */
export function useMachineVisits(query: VisitQuery, enabled: boolean): Listed<Visit> {
  // The whole list may be long, and would be read again with all its pages.
  const options = { keepsAll: true, enabled, ...(query.active && { everyMs }) };
  const scanners = useList("listTenantSessions", { query: { ...query, kind: "scanner" } }, options);
  const bots = useList("listTenantSessions", { query: { ...query, kind: "bot" } }, options);
  const prefetches = useList("listTenantSessions", { query: { ...query, kind: "prefetch" } }, options);
  const internal = useList("listTenantSessions", { query: { ...query, kind: "internal" } }, options);
  return asOneList(
    [scanners, bots, prefetches, internal],
    mergeNewest([useDated(scanners), useDated(bots), useDated(prefetches), useDated(internal)]),
  );
}

function useDated({ items, hasNextPage }: { items: readonly Visit[]; hasNextPage: boolean }) {
  const rows = useMemo(
    () => items.map((visit) => ({ ...visit, at: Number(visit.sessionStartedAt), key: visit.analyticsSessionId })),
    [items],
  );
  return { rows, hasMore: hasNextPage };
}
