/** Besides filtering by type, a subscription gets only events whose data has all of these values. */
export interface EventFilter {
  pageId?: string | undefined;
  accountId?: string | undefined;
  visitKind?: string | undefined;
}

const visitEvent = /^audience_session\./;

/** False for an event that lacks a filtered field. */
export function matches(
  { pageId, accountId, visitKind }: EventFilter,
  type: string,
  data: Record<string, unknown> | undefined,
): boolean {
  return (
    data !== undefined &&
    (pageId === undefined || data.pageId === pageId) &&
    (accountId === undefined || data.accountId === accountId) &&
    // A visit without a kind is a person's.
    (visitKind === undefined || (visitEvent.test(type) && (data.kind ?? "person") === visitKind))
  );
}
