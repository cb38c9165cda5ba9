import type { Signer } from "../secrets/signer";
import { isLocalPath } from "./templates/addresses";

/** Whose assets a page can show, and what signs their addresses. */
export interface AssetScope {
  tenantId: string;
  signer: Signer;
}

/** Keeps signatures of asset addresses apart from other signatures. */
export const assetPurpose = "page-asset";
const assetId = /^asset_[a-z0-9]{26}$/;

/**
 * The address of an image: an asset, named by its identifier, or a path on the page's own origin. Undefined for any
 * other, because a page loads nothing from elsewhere.
 */
export function imageSource(
  { tenantId, signer }: AssetScope,
  address: string,
  url: (address: string) => string | undefined,
): string | undefined {
  if (assetId.test(address)) {
    return `/_foyer/assets/${tenantId}/${address}/${signer.sign(assetPurpose, `${tenantId} ${address}`)}`;
  }
  return isLocalPath(address) ? url(address) : undefined;
}
