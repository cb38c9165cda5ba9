import type { PrepareContext } from "../../context";
import { NotAFont, readWoff2 } from "../../fonts/woff2";
import type { BrandFontFile } from "../../rendering";
import { findAsset, fontContentType, originalKey } from "../assets";

/** Reads the files of a brand's font. One that names no font is kept without a face, and pages warn of it. */
export async function readFonts(ctx: PrepareContext, assetIds: readonly string[] | undefined): Promise<BrandFontFile[]> {
  return Promise.all([...new Set(assetIds)].map((assetId) => readFont(ctx, assetId)));
}

async function readFont({ db, tenantId, site }: PrepareContext, assetId: string): Promise<BrandFontFile> {
  const asset = await findAsset(db, tenantId, assetId);
  if (!asset || asset.deleted_at !== null || asset.content_type !== fontContentType) return { assetId };
  const content = await new Response(site.files.read(originalKey(tenantId, asset), 0, asset.size)).arrayBuffer();
  try {
    return { assetId, face: await readWoff2(Buffer.from(content)) };
  } catch (error) {
    if (error instanceof NotAFont) return { assetId };
    throw error;
  }
}
