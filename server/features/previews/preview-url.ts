import type { Site } from "../../context";

/** What a preview address gives access to. */
export interface Preview {
  tenantId: string;
  audienceId: string;
  versionId: string;
  expiresAt: number;
}

const purpose = "preview";

export function previewUrl({ pagesUrl, signer }: Site, { tenantId, audienceId, versionId, expiresAt }: Preview): string {
  const text = [tenantId, audienceId, versionId, expiresAt].join(".");
  return `${pagesUrl}/_foyer/preview/${text}.${signer.sign(purpose, text)}`;
}

/** Reads the last segment of a preview address; undefined if it is not signed by us or has expired. */
export function openPreview({ signer }: Site, token: string, now: number): Preview | undefined {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, end);
  if (end < 0 || !signer.verify(purpose, text, token.slice(end + 1))) return undefined;
  const [tenantId, audienceId, versionId, expires] = text.split(".") as [string, string, string, string];
  const expiresAt = Number(expires);
  return now < expiresAt ? { tenantId, audienceId, versionId, expiresAt } : undefined;
}
