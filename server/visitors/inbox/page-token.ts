/** The audience whose page a visitor writes from. */
export interface PageToken {
  tenantId: string;
  audienceId: string;
}

/** Sent along by the forms of a page. It is not signed: it proves no more than that somebody has seen the page. */
export function writePageToken({ tenantId, audienceId }: PageToken): string {
  return `${tenantId}.${audienceId}`;
}

export function readPageToken(token: string): PageToken | undefined {
  const [, tenantId, audienceId] = /^(tenant_[a-z0-9]{26})\.(audience_[a-z0-9]{26})$/.exec(token) ?? [];
  return tenantId !== undefined && audienceId !== undefined ? { tenantId, audienceId } : undefined;
}
