import { findPageAsset } from "../features/assets";
import { fileAnswer } from "../files/answer";
import { assetPurpose } from "../rendering";
import { noticeResponse } from "./notices/notices";
import type { Host } from "./routing/hosts";
import type { VisitorServices } from "./services";

const pathPattern = /^\/_foyer\/assets\/(tenant_[a-z0-9]{26})\/(asset_[a-z0-9]{26})\/([\w-]{1,100})$/;
const maxAgeSeconds = 3_600;

/** An image of a page, as it was re-encoded when it was uploaded. Its address is signed, so only pages know it. */
export async function assetAnswer({ db, site }: VisitorServices, request: Request, host: Host, path: string): Promise<Response> {
  const [, tenantId = "", assetId = "", signature = ""] = pathPattern.exec(path) ?? [];
  const isSigned = site.signer.verify(assetPurpose, `${tenantId} ${assetId}`, signature);
  if (!isSigned || (!host.own && host.tenantId !== tenantId)) return noticeResponse({ status: 404 }, null);
  const asset = await findPageAsset(db, tenantId, assetId);
  const response =
    asset &&
    (await fileAnswer(site.files, request, asset.key, {
      "content-type": asset.contentType,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": `public, max-age=${maxAgeSeconds}`,
    }));
  return response ?? noticeResponse({ status: 404 }, null);
}
