import * as z from "zod";
import { identifier, timestamp, title } from "./fields";
import { operation } from "./operation";
import { envelope, paging } from "./paging";

export const assetTypes = ["image", "logo", "icon", "video", "custom-component"] as const;

export const asset = z
  .strictObject({
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
    downloadUrl: z.string(),
    previewDownloadUrl: z.string(),
  })
  .meta({ id: "Asset" });

export const listTrashedAssets = operation({
  id: "listTrashedAssets",
  tier: "contract",
  number: 1,
  summary: "List assets in the trash, last trashed first",
  method: "GET",
  path: "/v0/assets/trash",
  access: "assets:read",
  query: z.strictObject({
    ...paging,
    assetType: z.enum(assetTypes).optional(),
    query: title.optional().meta({ description: "Words that must all occur in the name, a tag or the description" }),
  }),
  response: envelope(asset),
  status: 200,
  errors: ["invalid_cursor"],
  planned: true,
});
