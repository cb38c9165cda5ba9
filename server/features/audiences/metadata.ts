import type { Metadata, MetadataOverride } from "../../../contract";

/** The page's metadata, field by field overridden; none when neither has any. */
export function effectiveMetadata(page: Metadata | undefined, override: MetadataOverride | undefined): Metadata | undefined {
  if (!page && !override) return undefined;
  return { ...page, ...override, robots: override?.robots ?? page?.robots ?? [] };
}
