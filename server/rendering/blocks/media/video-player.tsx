/** @jsxImportSource hono/jsx */

import { type AssetScope, type ImageSource, imageSource, knownAsset, pageAssetPath } from "../../images";
import { tallClass } from "../../picture";

const maxTallRatio = 0.8;

interface Video {
  address: string;
  title: string;
  fields: ReadonlyMap<string, string>;
  /** Plays in a loop, without sound, while it is seen. A script starts it, because only a script can respect reduced motion. */
  playsItself?: boolean;
}

/**
 * Null, with a warning, for an asset that does not exist or is no video. Without a poster its size is known too late: styles
 * keep it in a box of 16 to 9, so that nothing moves.
 */
export function videoPlayer(assetScope: AssetScope, { address, title, fields, playsItself = false }: Video) {
  const asset = knownAsset(assetScope, address);
  if (assetScope.assets && !asset) return null;
  if (asset && !asset.type.startsWith("video/")) {
    assetScope.warn?.("image_not_shown", `${address} is not a video`);
    return null;
  }
  const poster = imageSource(assetScope, fields.get("poster") ?? "", () => undefined);
  const captions = fields.get("captions") ?? "";
  const track = captions !== "" && (!assetScope.assets || knownAsset(assetScope, captions)?.type === "text/vtt");
  if (captions !== "" && !track) assetScope.warn?.("asset_not_found", "captions must be an asset that begins with WEBVTT");
  return (
    <video
      class={poster && shapeOf(poster)}
      controls
      playsinline
      muted={playsItself || undefined}
      loop={playsItself || undefined}
      data-plays={playsItself ? "" : undefined}
      preload={poster ? "none" : "metadata"}
      src={pageAssetPath(assetScope, address)}
      poster={poster && `${poster.src}${poster.srcset ? "/1440" : ""}`}
      width={poster?.width ?? 16}
      height={poster?.height ?? 9}
      aria-label={title || undefined}
    >
      {track && <track kind="captions" src={pageAssetPath(assetScope, captions)} default />}
    </video>
  );
}

/** What does not fit into the window at the width of its column; any other has all of that width. */
function shapeOf(poster: ImageSource): "tall" | "square" | undefined {
  const { width = 16, height = 9 } = poster;
  if (tallClass(poster) === undefined) return undefined;
  return width < height * maxTallRatio ? "tall" : "square";
}
