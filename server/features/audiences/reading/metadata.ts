import type { Metadata, MetadataOverride } from "../../../../contract";

/** The page's metadata with the audience's overrides. */
export function effectiveMetadata(page: Metadata | undefined, override: MetadataOverride | undefined): Metadata | undefined {
  if (!page && !override) return undefined;
  return { ...page, ...override, robots: override?.robots ?? page?.robots ?? [] };
}
