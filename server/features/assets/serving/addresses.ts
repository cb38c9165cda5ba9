import type { Reading, Site } from "../../../context";
import { tenantIdentifier } from "../../../records/tenant-ids";

const validSeconds = 3_600;
const purpose = "file";

export type DownloadKind = "original" | "preview";

/** Signed addresses of an asset's file, for anybody who has them, valid for an hour. */
export function addressesOf(
  { site, tenantId, now }: Reading,
  asset: { asset_id: string; preview_type: string | null },
): Record<"downloadUrl" | "previewDownloadUrl", string> {
  const expires = String(Math.floor(now / 1_000) + validSeconds);
  const address = (kind: DownloadKind) => {
    const path = `/files/${tenantId}/${asset.asset_id}/${kind}`;
    return `${site.publicUrl}${path}?expires=${expires}&signature=${site.signer.sign(purpose, `${path} ${expires}`)}`;
  };
  const downloadUrl = address("original");
  return { downloadUrl, previewDownloadUrl: asset.preview_type === null ? downloadUrl : address("preview") };
}

/** When a signed address expires; undefined if it is not signed by us or has expired. */
export function validUntil({ site, now }: { site: Site; now: number }, path: string, query: string): number | undefined {
  const [, expires = "", signature = ""] = /^expires=(\d{1,12})&signature=([\w-]{1,100})$/.exec(query) ?? [];
  const until = Number(expires) * 1_000;
  return site.signer.verify(purpose, `${path} ${expires}`, signature) && until > now ? until : undefined;
}

/** The key of a file in the file store. */
export function fileKey(tenantId: string, fileId: string, kind: DownloadKind): string {
  return `${tenantIdentifier(tenantId)}/${fileId}${kind === "preview" ? ".preview" : ""}`;
}
