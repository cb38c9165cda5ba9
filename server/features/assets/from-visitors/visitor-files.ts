import type { AssetType, FormSubmission, UploadedFile } from "../../../../contract";
import { maxNameLength } from "../../../../contract/fields";
import { formFileTypes } from "../../../../contract/visits/visitor-forms";
import type { Writing } from "../../../context";
import { recordVisitorEvent } from "../../../erasure/record-visitor-event";
import { cancelJob } from "../../../jobs/cancel";
import { enqueueJob } from "../../../jobs/enqueue";
import { Problem } from "../../../records/problem";
import { type Database, Unavailable } from "../../../storage/port";
import { assetTypeOf, contentOf, type FileContent } from "../content/content";
import { nameOfFile } from "../content/name";
import { type AssetRow, insertAsset, toAssetWithoutAddresses } from "../queries";
import { removeFileJob, unusedFileMs } from "../remove-file";
import { indexAsset } from "../search/asset-index";
import { fileKey } from "../serving/addresses";
import { addToVisitorBytes } from "./visitor-bytes";

const purpose = "Sent with a form";

/** A file that a visitor sent with a field of a form. */
export interface SentFile {
  field: string;
  file: UploadedFile;
}

/** In the store. A job removes it unless an asset is made of it. */
export interface VisitorFile {
  field: string;
  name: string;
  type: AssetType;
  fileId: string;
  contentType: string;
  size: number;
  cleanUpJobId: string;
}

/** Judged by its content. */
export interface CheckedFile extends SentFile {
  content: FileContent;
}

/** Undefined for a file that visitors may not send. */
export async function checkVisitorFile(sent: SentFile): Promise<CheckedFile | undefined> {
  try {
    const content = await contentOf(sent.file);
    return formFileTypes.some((type) => type === content.contentType) ? { ...sent, content } : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** No preview is drawn: strangers must not keep the image workers busy. */
export async function storeVisitorFile(
  db: Database,
  making: Omit<Writing, "db" | "dialect">,
  { field, file, content }: CheckedFile,
): Promise<VisitorFile> {
  const { tenantId, site, newId } = making;
  const fileId = newId("file");
  const cleanUpJobId = await db.transaction((tx) =>
    enqueueJob({ ...making, db: tx, dialect: db.dialect }, removeFileJob, { fileId }, { afterMs: unusedFileMs }),
  );
  await site.files.put(fileKey(tenantId, fileId, "original"), file.path, content.contentType);
  const name = nameOfFile([...(file.filename ?? "")].slice(-maxNameLength).join(""));
  const type = assetTypeOf(content, undefined);
  return { field, name, type, fileId, contentType: content.contentType, size: file.size, cleanUpJobId };
}

/** In the transaction that records the form. `hashes`: of whoever is named in the form, so that an erasure finds the events. */
export async function addVisitorAssets(
  ctx: Writing,
  files: readonly VisitorFile[],
  hashes: readonly string[],
): Promise<FormSubmission["files"]> {
  const added: FormSubmission["files"] = [];
  for (const file of files) {
    if (!(await cancelJob(ctx, file.cleanUpJobId))) throw new Unavailable("the file was stored too long ago");
    const row = assetRow(ctx, file);
    await insertAsset(ctx, row);
    await indexAsset(ctx, row);
    await recordVisitorEvent(ctx, "asset.created", row.asset_id, toAssetWithoutAddresses(ctx.tenantId, row), hashes);
    added.push({ field: file.field, assetId: row.asset_id });
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0) await addToVisitorBytes(ctx, bytes);
  return added;
}

function assetRow(ctx: Writing, { name, type, fileId, contentType, size }: VisitorFile): AssetRow {
  return {
    asset_id: ctx.newId("asset"),
    name,
    purpose,
    tags: "[]",
    ai_description: "",
    parent_asset_id: null,
    hidden: 1,
    type,
    file_id: fileId,
    content_type: contentType,
    size,
    preview_type: null,
    is_light: null,
    width: null,
    height: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    trashed_at: null,
    deleted_at: null,
  };
}
