/** What a subscription wants beside the types: events whose data have all of these. */
export interface EventFilter {
  pageId?: string | undefined;
  accountId?: string | undefined;
  visitKind?: string | undefined;
}

const visitEvent = /^audience_session\./;

/** An event that does not say what is filtered by is not wanted. */
export function matches(
  { pageId, accountId, visitKind }: EventFilter,
  type: string,
  data: Record<string, unknown> | undefined,
): boolean {
  return (
    data !== undefined &&
    (pageId === undefined || data.pageId === pageId) &&
    (accountId === undefined || data.accountId === accountId) &&
    // The visits of persons don't say so.
    (visitKind === undefined || (visitEvent.test(type) && (data.kind ?? "person") === visitKind))
  );
}
