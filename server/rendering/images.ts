import type { Signer } from "../secrets/signer";
import { isOwnPath } from "./templates/addresses";

/** Where its files are. */
export interface Place {
  tenantId: string;
  signer: Signer;
}

/** Of the signature in an asset's address. */
export const assetPurpose = "page-asset";
const assetId = /^asset_[a-z0-9]{26}$/;

/**
 * Where a browser gets an image: an asset, named by its identifier, or a path of the page's own origin. Undefined for
 * any other: a page asks nobody else for anything.
 */
export function imageSource(
  { tenantId, signer }: Place,
  address: string,
  url: (address: string) => string | undefined,
): string | undefined {
  if (assetId.test(address)) {
    return `/_foyer/assets/${tenantId}/${address}/${signer.sign(assetPurpose, `${tenantId} ${address}`)}`;
  }
  return isOwnPath(address) ? url(address) : undefined;
}
