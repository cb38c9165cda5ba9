/** Whose page a visitor writes from. */
export interface Visited {
  tenantId: string;
  audienceId: string;
}

/** In the forms of a page. Whoever has seen the page has it: it proves nothing more, so it is not signed. */
export function visitorToken({ tenantId, audienceId }: Visited): string {
  return `${tenantId}.${audienceId}`;
}

export function readVisitorToken(token: string): Visited | undefined {
  const [, tenantId, audienceId] = /^(tenant_[a-z0-9]{26})\.(audience_[a-z0-9]{26})$/.exec(token) ?? [];
  return tenantId !== undefined && audienceId !== undefined ? { tenantId, audienceId } : undefined;
}
