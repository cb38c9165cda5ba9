import type { Site } from "../site";

/** Whose page a visitor writes from. */
export interface Visited {
  tenantId: string;
  audienceId: string;
}

const purpose = "visited";

/** In the forms of a page: what comes back with it was sent from a page that we served. */
export function visitorToken({ seal }: Site, tenantId: string, audienceId: string): string {
  const text = `${tenantId}.${audienceId}`;
  return `${text}.${seal.sign(purpose, text)}`;
}

export function openVisitorToken({ seal }: Site, token: string): Visited | undefined {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, end));
  if (!seal.isGenuine(purpose, text, token.slice(end + 1))) return undefined;
  const [tenantId, audienceId] = text.split(".") as [string, string];
  return { tenantId, audienceId };
}
