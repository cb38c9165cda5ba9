/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../contract/pages/blocks";
import { type AssetScope, assetOf, type ImageSource, imageSource } from "../images";
import { buttonsOf } from "../links/buttons";
import { FilledMarkdown, Inline } from "../markdown";
import { Picture } from "../picture";
import type { Block } from "./block";
import { parts, videoFields } from "./content/parts";
import { readContent } from "./content/read";
import { warnOfField } from "./content/warn";
import { videoPlayer } from "./media/video-player";

/** A picture behind text is cut to a high box on a phone, so it is wider than the box. */
const usualHeightRem = 26;

function sizesBehind({ width, height }: ImageSource, { widths }: AssetScope): string {
  const shown = width && height ? `max(100vw,${Math.round((usualHeightRem * width) / height)}rem)` : "100vw";
  return `(max-width:62rem) ${shown},${widths?.behind ?? "76rem"}`;
}

export const hero: Block = {
  view({ content, builder, assetScope }) {
    const all = builder.text(content);
    const { heading, text, images, links, fields } = readContent(all, parts.hero);
    if (heading === undefined) return undefined;
    const [image] = images;
    const isVideo = image && assetOf(assetScope, image.address)?.type.startsWith("video/");
    const video = isVideo && videoPlayer(assetScope, { address: image.address, title: image.text, fields, playsItself: true });
    const source = image && !isVideo && imageSource(assetScope, image.address, (path) => builder.urlWithPlaceholders(path));
    const place = fields.get("media") ?? "beside";
    if (!/^(beside|behind)$/i.test(place)) {
      warnOfField(assetScope, all, "media", place, "is no place (beside, behind): the media is beside the text");
    }
    for (const field of isVideo ? [] : videoFields) {
      const value = fields.get(field);
      if (value) warnOfField(assetScope, all, field, value, "belongs to a video, and there is none: it is left out");
    }
    const isBehind = source && place.toLowerCase() === "behind";
    const props = { builder, assetScope };
    const buttons = buttonsOf(links, props);
    return (
      <div class={isBehind ? "b-hero behind" : source || video ? "b-hero beside" : "b-hero"}>
        <div>
          <h3>
            <Inline text={heading} {...props} />
          </h3>
          <FilledMarkdown text={text} {...props} />
          {buttons.length > 0 && (
            <p class="buttons">
              {buttons.map(({ href, text }, index) => (
                <a class={index === 0 ? "button main" : "button"} href={href}>
                  <Inline text={text} plain {...props} />
                </a>
              ))}
            </p>
          )}
        </div>
        {video}
        {source && (
          <Picture
            source={source}
            alt={image?.text ?? ""}
            sizes={isBehind ? sizesBehind(source, assetScope) : "(max-width:48rem) 100vw,36rem"}
          />
        )}
      </div>
    );
  },
  style: `
.topic:has(>.b-hero):not(:has(>:nth-child(3)))>h2{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.b-hero h3{font-size:clamp(1.6rem,1.2rem + 1.8vw,2.6rem);line-height:1.12;letter-spacing:-.025em;font-weight:700;margin-bottom:.5em}
.b-hero img{width:100%;border-radius:1rem}
.b-hero video{display:block;width:100%;height:auto;max-height:80vh;border-radius:1rem;background:#000}
.b-hero video[poster]{background:0 0}
@media print{.b-hero video:not([poster]){display:none}}
.b-hero.beside{display:grid;gap:1.75rem clamp(1.75rem,4vw,3.5rem);align-items:center}
.b-hero.behind{position:relative;display:grid;border-radius:1.25rem;overflow:hidden;color:#fff;background:#111;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.b-hero.behind>div{position:relative;z-index:1;align-self:end;padding:clamp(1.5rem,5vw,3.5rem);padding-top:clamp(7rem,18vw,14rem);background:linear-gradient(transparent,rgb(0 0 0/.12) 25%,rgb(0 0 0/.58) 55%,rgb(0 0 0/.8));text-shadow:0 1px .75rem rgb(0 0 0/.45);max-width:none}
.b-hero.behind>div>*{max-width:40rem}
.b-hero.behind img{position:absolute;inset:0;width:100%;height:100%;max-height:none;object-fit:cover;border-radius:0}
.b-hero.behind .button{text-shadow:none}
.b-hero.behind a:not(.button){color:inherit}
.b-hero.behind .button:not(.main){color:#fff;border-color:#fff}
.b-hero.behind .button:not(.main):hover{background:rgb(255 255 255/.18)}
@media(min-width:48rem){.b-hero.beside{grid-template-columns:1fr 1fr}}`,
  ...writtenBlocks.hero,
};
