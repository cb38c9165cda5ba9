import type { Reading, Site } from "../../context";

const validSeconds = 3_600;
/** What a signature is for: one of another kind of address does not fit. */
const purpose = "file";

export type Variant = "original" | "preview";

/** Where an asset's file can be had, for an hour, by whoever has the address. */
export function addressesOf(
  { site, tenantId, now }: Reading,
  asset: { asset_id: string; preview_type: string | null },
): Record<"downloadUrl" | "previewDownloadUrl", string> {
  const expires = String(Math.floor(now / 1_000) + validSeconds);
  const address = (variant: Variant) => {
    const path = `/files/${tenantId}/${asset.asset_id}/${variant}`;
    return `${site.publicUrl}${path}?expires=${expires}&signature=${site.signer.sign(purpose, `${path} ${expires}`)}`;
  };
  const downloadUrl = address("original");
  return { downloadUrl, previewDownloadUrl: asset.preview_type === null ? downloadUrl : address("preview") };
}

/** Until when an address is valid; undefined for one that we did not give out as it is, or that has expired. */
export function validUntil({ site, now }: { site: Site; now: number }, path: string, query: string): number | undefined {
  const [, expires = "", signature = ""] = /^expires=(\d{1,12})&signature=([\w-]{1,100})$/.exec(query) ?? [];
  const until = Number(expires) * 1_000;
  return site.signer.verify(purpose, `${path} ${expires}`, signature) && until > now ? until : undefined;
}

/** The name of a file in the store: made of identifiers alone. */
export function fileKey(tenantId: string, fileId: string, variant: Variant): string {
  return `${tenantId}/${fileId}${variant === "preview" ? ".preview" : ""}`;
}
