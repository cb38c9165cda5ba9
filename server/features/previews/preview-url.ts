import { previewMinutes, toTimestamp } from "../../../contract";
import type { ReadContext, Site } from "../../context";

/** What a preview address gives access to. */
export interface Preview {
  tenantId: string;
  audienceId: string;
  versionId: string;
  expiresAt: number;
}

const purpose = "preview";

/** A version of an audience, as what previews it is answered. */
export function previewOf({ tenantId, now, site }: ReadContext, audienceId: string, versionId: string) {
  const expiresAt = endOfPreview(now);
  const text = [tenantId, audienceId, versionId, expiresAt].join(".");
  const url = `${site.pagesUrl}/_foyer/preview/${text}.${site.signer.sign(purpose, text)}`;
  return { versionId, url, expiresAt: toTimestamp(expiresAt) };
}

/** When a preview ends that is made now. */
export function endOfPreview(now: number): number {
  return now + previewMinutes * 60_000;
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
