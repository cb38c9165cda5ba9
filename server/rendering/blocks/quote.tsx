/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../contract/pages/blocks";
import { imageSource } from "../images";
import { FilledMarkdown, Inline } from "../markdown";
import { Picture } from "../picture";
import type { Block } from "./block";
import { Around } from "./content/around";
import { parts } from "./content/parts";
import { listed, readContent } from "./content/read";

export const quote: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const { quoted, byline, text, before, after, fields, images } = readContent(builder.text(content), parts.quote);
    const by = byline?.split(/[,،]/) ?? [];
    const given = parts.quote.fields.flatMap((field) => fields.get(field) || []);
    const [name = "", ...roles] = [...given, ...by].map((part) => part.trim());
    const words = (quoted.length > 0 ? quoted.join("\n") : text).trim();
    if (words === "") return undefined;
    const [image] = images;
    if (image && name === "")
      assetScope.warn?.("image_not_shown", "has a picture, which is shown beside a name only: it has none");
    const source = image && imageSource(assetScope, image.address, (path) => builder.urlWithPlaceholders(path));
    return (
      <Around read={quoted.length > 0 ? { before, after } : { before: "", after: "" }} {...props}>
        <figure class="b-quote">
          <blockquote>
            <FilledMarkdown text={words} {...props} />
          </blockquote>
          {name !== "" && (
            <figcaption>
              {source && <Picture source={source} alt="" sizes="3.5rem" />}
              <span>
                <b>
                  <Inline text={name} {...props} />
                </b>
                <span>
                  <Inline text={listed(roles, assetScope.language)} {...props} />
                </span>
              </span>
            </figcaption>
          )}
        </figure>
      </Around>
    );
  },
  style: `
.b-quote blockquote{margin:0 0 1.25rem;padding:0;border:0;color:var(--ink);font-size:clamp(1.25rem,1.1rem + .9vw,1.75rem);line-height:1.4;letter-spacing:-.015em;font-weight:500;text-wrap:balance}
.b-quote blockquote::before{content:var(--quote,"“");display:block;height:.55em;font:700 3.5em/1 Georgia,serif;color:var(--go);margin-inline-start:-.04em}
:is(:lang(fr),:lang(it),:lang(es),:lang(pt),:lang(ar)) .b-quote{--quote:"«"}
:is(:lang(fr),:lang(it),:lang(es),:lang(pt),:lang(ar)) .b-quote blockquote::before{line-height:.5}
:lang(de) .b-quote{--quote:"„"}
:lang(de) .b-quote blockquote::before{line-height:.1}
:lang(he) .b-quote{--quote:"”"}
.b-quote figcaption{display:flex;align-items:center;gap:.9rem;margin:0}
.b-quote figcaption img{width:3.25rem;height:3.25rem;border-radius:50%;object-fit:cover;flex:none;min-height:0}
.b-quote b,.b-quote figcaption span span{display:block;line-height:1.4}
.b-quote b{color:var(--ink)}
.b-quote figcaption span span{color:var(--soft);font-weight:400}`,
  ...writtenBlocks.quote,
};
