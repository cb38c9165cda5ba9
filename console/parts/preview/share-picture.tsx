import { Anchor, Image } from "@mantine/core";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";

/** In the proportions of what other sites show. */
const [width, height] = [160, 84];

interface Props {
  /** Where other sites find it. */
  url: string;
  /** What it shows, in its author's words. */
  description: string | undefined;
}

/**
 * The picture that other sites show beside a link to the page, with its address. No other origin may show a file of a page, the
 * console neither: it shows the asset's own preview.
 */
export function SharePicture({ url, description }: Props) {
  const { may } = useSession();
  const [assetId = ""] = /asset_[0-9a-z]{26}/.exec(url) ?? [];
  const params = { asset_id: assetId };
  const { data: asset } = useRead("getAsset", { params }, { enabled: assetId !== "" && may("assets:read") });
  const isThere = asset && asset.trashedAt === null && asset.deletedAt === null;
  const preview = isThere ? new URL(asset.previewDownloadUrl) : undefined;
  return (
    <>
      {preview && (
        <Image
          className="share-picture"
          src={preview.pathname + preview.search}
          alt={description || `The picture for sharing: ${asset?.name}`}
          width={width}
          height={height}
        />
      )}
      <Anchor href={url} target="_blank" rel="noreferrer" inherit>
        {url}
      </Anchor>
    </>
  );
}
