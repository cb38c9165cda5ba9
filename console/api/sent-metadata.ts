import type { Metadata, MetadataOverride } from "../../contract/pages/metadata";
import { metadataOverrideInput } from "../../contract/pages/metadata";

/** What of metadata can be sent back: pictures are told, but come from assets. */
export function sentMetadata(
  told: Metadata | MetadataOverride | undefined,
): Omit<MetadataOverride, `${string}Image${"Url" | "FileId"}`> {
  return Object.fromEntries(Object.entries(told ?? {}).filter(([field]) => field in metadataOverrideInput.shape));
}
