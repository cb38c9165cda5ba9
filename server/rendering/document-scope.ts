import type { AssetScope } from "./images";
import type { PageDocument } from "./page-document";

/** For parts that are made to see what is left out of them, and never shown: their addresses need no signatures. */
export function scopeOf({ assets }: PageDocument, warn: AssetScope["warn"]): AssetScope {
  return { tenantId: "", signer: unsigned, assets: assets ?? {}, warn };
}

const unsigned: AssetScope["signer"] = { sign: () => "", verify: () => false };
