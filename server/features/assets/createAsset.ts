import { rm } from "node:fs/promises";
import type { AssetType, Input, Operations, UploadedFile } from "../../../contract";
import { type Handler, type PrepareContext, prepared } from "../../context";
import { recordEvent } from "../../events/record";
import {
  type DrawnImage,
  formatOf,
  maxDrawnPdfBytes,
  maxImageMegapixels,
  NotDrawable,
  previewContentType,
} from "../../images/port";
import { cancelJob } from "../../jobs/cancel";
import { enqueueJob } from "../../jobs/enqueue";
import { Unavailable } from "../../storage/port";
import { assetTypeOf, contentOf, type FileContent, refusedFile } from "./content/content";
import { nameOfFile } from "./content/name";
import { type AssetRow, insertAsset, toAsset, toAssetWithoutAddresses } from "./queries";
import { removeFileJob, unusedFileMs } from "./remove-file";
import { indexAsset } from "./search/asset-index";
import { fileKey } from "./serving/addresses";

interface StoredFile {
  name: string;
  type: AssetType;
  fileId: string;
  contentType: string;
  size: number;
  previewType: string | null;
  drawn: DrawnImage | undefined;
  /** The job that removes the file if the asset is never created. */
  cleanUpJobId: string;
}

export const createAsset: Handler<"createAsset"> = prepared(storeFile, async (ctx, { body }, stored) => {
  if (!(await cancelJob(ctx, stored.cleanUpJobId))) throw new Unavailable("the file was stored too long ago");
  const row: AssetRow = {
    asset_id: ctx.newId("asset"),
    name: stored.name,
    purpose: body.purpose ?? "",
    tags: JSON.stringify(body.tags ?? []),
    ai_description: "",
    parent_asset_id: null,
    hidden: 0,
    type: stored.type,
    file_id: stored.fileId,
    content_type: stored.contentType,
    size: stored.size,
    preview_type: stored.previewType,
    width: stored.drawn?.width ?? null,
    height: stored.drawn?.height ?? null,
    is_light: stored.drawn?.isLight === undefined ? null : Number(stored.drawn.isLight),
    created_at: ctx.now,
    updated_at: ctx.now,
    trashed_at: null,
    deleted_at: null,
  };
  await Promise.all([
    insertAsset(ctx, row),
    indexAsset(ctx, row),
    recordEvent(ctx, "asset.created", row.asset_id, toAssetWithoutAddresses(ctx.tenantId, row)),
  ]);
  return toAsset(ctx, row);
});

/** The job that removes the file is enqueued before the file is stored: a crash in between leaves no file behind. */
async function storeFile(ctx: PrepareContext, { body, file }: Input<Operations["createAsset"]>): Promise<StoredFile> {
  const content = await contentOf(file);
  const type = assetTypeOf(content, body.assetType);
  const name = body.name ?? nameOfFile(file.filename);
  const preview = `${file.path}.preview`;
  try {
    const drawn = await drawPreview(ctx, content, file, preview);
    const { fileId, cleanUpJobId } = await ctx.change(async (changing) => {
      const fileId = changing.newId("file");
      return { fileId, cleanUpJobId: await enqueueJob(changing, removeFileJob, { fileId }, { afterMs: unusedFileMs }) };
    });
    const { files } = ctx.site;
    await files.put(fileKey(ctx.tenantId, fileId, "original"), file.path, content.contentType);
    if (drawn) await files.put(fileKey(ctx.tenantId, fileId, "preview"), preview, previewContentType);
    const { contentType } = content;
    return {
      name,
      type,
      fileId,
      contentType,
      size: file.size,
      previewType: drawn ? previewContentType : null,
      drawn,
      cleanUpJobId,
    };
  } finally {
    await rm(preview, { force: true });
  }
}

/** Undefined for a file without a preview. Refuses an image that can't be drawn; a PDF can do without its picture. */
async function drawPreview(
  ctx: PrepareContext,
  { kind, contentType }: FileContent,
  { path, size }: UploadedFile,
  to: string,
): Promise<DrawnImage | undefined> {
  const format = formatOf(contentType);
  if (!format || (format === "pdf" && size > maxDrawnPdfBytes)) return undefined;
  try {
    return await ctx.site.previews.draw({ tenantId: ctx.tenantId, format, from: path, to });
  } catch (error) {
    if (kind === "document" && (error instanceof NotDrawable || error instanceof Unavailable)) return undefined;
    if (!(error instanceof NotDrawable)) throw error;
    throw refusedFile(
      `starts as ${contentType}, but is broken, has more than ${maxImageMegapixels} million pixels, or takes too much to draw`,
    );
  }
}
