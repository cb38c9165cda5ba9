import * as z from "zod";
import { identifier, name, openValue, timestamp, title } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";

export const assetTypes = ["image", "logo", "icon", "video", "custom-component"] as const;
export type AssetType = (typeof assetTypes)[number];

export const defaultMaxUploadBytes = 26_214_400;
export const trashRetentionDays = 30;
const maxTags = 50;
export const maxSearchWords = 8;

const address = z.string().meta({ description: "Signed, works without a key for an hour" });

export const assetWithoutAddresses = lazy(() =>
  z.strictObject({
    assetId: identifier,
    tenantId: z.string(),
    name: z.string(),
    purpose: z.string(),
    tags: z.array(z.string()),
    aiDescription: z.string(),
    parentAssetId: z.string().nullable(),
    hidden: z.boolean(),
    data: z.strictObject({ type: z.string(), fileId: z.string() }),
    createdAt: timestamp,
    updatedAt: timestamp,
    trashedAt: timestamp.nullable(),
    deletedAt: timestamp.nullable(),
  }),
);

export const asset = lazy(() =>
  assetWithoutAddresses().extend({ downloadUrl: address, previewDownloadUrl: address }).meta({ id: "Asset" }),
);
export type Asset = Made<typeof asset>;

const filters = {
  assetType: z.enum(assetTypes).optional(),
  query: title.optional().meta({
    description: `Up to ${maxSearchWords} words of at most 64 letters that must all occur, as a word or in one, in the name, a tag or the description`,
  }),
};

export const listAssets = operation({
  tier: "extension",
  summary: "List assets, newest first",
  description: "Those in the trash are not among them.",
  method: "GET",
  path: "/v0/assets",
  access: "assets:read",
  query: z.strictObject({ ...paging, ...filters }),
  response: () => envelope(asset(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createAsset = operation({
  tier: "extension",
  summary: "Upload an asset",
  description:
    "A form, multipart/form-data. What the file is, its content decides, not its name or declared type: PNG, JPEG, GIF, WebP, AVIF and SVG are images, MP4, QuickTime and WebM videos, a PDF, a WOFF2 font (at most 512 KiB) and any other text is a custom component. An image must decode and be nothing else besides: one with markup, script or an archive in it is refused. Images get a preview (WebP, at most 640 pixels a side), and so does a PDF, of its first page, if that can be drawn; where there is none, `previewDownloadUrl` is `downloadUrl`.",
  method: "POST",
  path: "/v0/assets",
  access: "assets:write",
  upload: { field: "file", description: "At most 25 MiB, unless the service is configured otherwise" },
  body: z.strictObject({
    name: name.optional().meta({ description: "The file's own name without it" }),
    purpose: title.optional(),
    tags: z.array(openValue).max(maxTags).optional().meta({ description: "Repeat the field for each tag" }),
    assetType: z.enum(assetTypes).optional().meta({
      description: "An image is an `image` unless it is called a `logo` or an `icon`; otherwise it must fit the content",
    }),
  }),
  response: asset,
  status: 201,
});

export const listTrashedAssets = operation({
  tier: "contract",
  number: 1,
  summary: "List assets in the trash, last trashed first",
  method: "GET",
  path: "/v0/assets/trash",
  access: "assets:read",
  query: z.strictObject({ ...paging, ...filters }),
  response: () => envelope(asset()),
  status: 200,
  errors: ["invalid_cursor"],
});

export const getAsset = operation({
  tier: "extension",
  summary: "Read an asset",
  description: "Also one in the trash, or deleted for good: its `trashedAt` and `deletedAt` tell.",
  method: "GET",
  path: "/v0/assets/{asset_id}",
  access: "assets:read",
  response: asset,
  status: 200,
  errors: ["not_found"],
});

export const updateAsset = operation({
  tier: "extension",
  summary: "Change what an asset is called",
  description: "A field left out stays as it is. The file stays: another file is another asset.",
  method: "PATCH",
  path: "/v0/assets/{asset_id}",
  access: "assets:write",
  body: z.strictObject({ name: name.optional(), purpose: title.optional(), tags: z.array(openValue).max(maxTags).optional() }),
  response: asset,
  status: 200,
  guardedBy: "getAsset",
  errors: ["not_found", "asset_deleted"],
});

export const deleteAsset = operation({
  tier: "extension",
  summary: "Move an asset to the trash, or delete it for good from there",
  description: `In the trash it stays ${trashRetentionDays} days, and can be restored. Deleted for good, its file is gone and its addresses lead nowhere; deleting it once more changes nothing. With \`If-Match\`, what somebody else has trashed or restored meanwhile stays as it is.`,
  method: "DELETE",
  path: "/v0/assets/{asset_id}",
  access: "assets:write",
  response: asset,
  status: 200,
  guardedBy: "getAsset",
  errors: ["not_found"],
  repeats: false,
});

export const restoreAsset = operation({
  tier: "extension",
  summary: "Take an asset out of the trash",
  description: "One that is not there stays as it is.",
  method: "POST",
  path: "/v0/assets/{asset_id}/restore",
  access: "assets:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: asset,
  status: 200,
  errors: ["not_found", "asset_deleted"],
});
