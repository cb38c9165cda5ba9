import type { Site } from "../../context";

/** What a preview address lets its holder see, and until when. */
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

/** What the last part of such an address stands for; undefined when it is not ours or its time is over. */
export function openPreview({ signer }: Site, token: string, now: number): Preview | undefined {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, end);
  if (end < 0 || !signer.verify(purpose, text, token.slice(end + 1))) return undefined;
  const [tenantId, audienceId, versionId, expires] = text.split(".") as [string, string, string, string];
  const expiresAt = Number(expires);
  return now < expiresAt ? { tenantId, audienceId, versionId, expiresAt } : undefined;
}
