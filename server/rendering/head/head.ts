import type { Brand, Metadata } from "../../../contract";
import type { Language } from "../language/phrases";
import type { PageDocument } from "../page-document";
import { palettesOf } from "../style/colors";
import { escapeHtml } from "../templates/escape";
import { ownAddress, unmarked } from "../templates/placeholders";
import { Weave, type Woven } from "../templates/template";
import { structuredData } from "./structured-data";

/** What a page's metadata make of it. */
interface WovenHead {
  tags: Woven;
  /** The title and the description, as visitors see them. */
  heading: Woven;
  lead: Woven;
}

/** Whose metadata are shown: with overrides they are the audience's own. */
export type MetadataOf = "page" | "audience";

export function weaveHead(
  metadata: Metadata | null,
  pageTitle: string,
  pageName: string,
  brand: PageDocument["brand"],
  language: Language,
  metadataOf: MetadataOf,
): WovenHead {
  const titles = [pageTitle, pageName];
  const tags = tagsOf(metadata, titles, brand, language, metadataOf);
  return { tags, heading: headingOf(titles), lead: leadOf(metadata?.description) };
}

function headingOf(titles: readonly string[]): Woven {
  const weave = new Weave();
  return weave.woven(escapeHtml(weave.firstOf(titles)));
}

function leadOf(description: string | undefined): Woven {
  if (!description) return [];
  const weave = new Weave();
  return weave.woven(`<p class="lead">${escapeHtml(weave.text(description))}</p>`);
}

/** All but the stylesheets. Whether it is indexed hangs on the audience: that is put in its place later. */
function tagsOf(
  metadata: Metadata | null,
  titles: readonly string[],
  brand: PageDocument["brand"],
  language: Language,
  metadataOf: MetadataOf,
): Woven {
  const weave = new Weave(withoutDirections);
  const text = (value: string | undefined) => (value ? weave.text(value) : undefined);
  const first = (...values: (string | undefined)[]) => weave.firstOf(values.map((value) => value ?? ""));
  const url = (value: string | undefined) => (value ? weave.url(value) : undefined);
  const { description, ogTitle, ogDescription, twitterTitle, twitterDescription, ...more } = metadata ?? noMetadata;
  const title = [metadata?.title, ...titles];
  const canonical = url(more.canonicalUrl) ?? ownAddress;
  const ogImage = url(more.ogImageUrl);
  const twitterImage = url(more.twitterImageUrl) ?? ogImage;
  const lines = [
    '<meta charset="utf-8">',
    meta("name", "viewport", "width=device-width,initial-scale=1"),
    `<title>${escapeHtml(first(...title))}</title>`,
    meta("name", "description", text(description)),
    meta("name", "author", text(more.author)),
    meta("name", "keywords", text(more.keywords?.join(", "))),
    weave.slot("robots"),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    '<link rel="icon" href="data:,">',
    more.themeColor ? meta("name", "theme-color", text(more.themeColor)) : themeColors(brand),
    meta("property", "og:type", "website"),
    meta("property", "og:url", url(more.ogUrl) ?? canonical),
    meta("property", "og:title", first(ogTitle, ...title)),
    meta("property", "og:description", text(ogDescription || description)),
    meta("property", "og:site_name", text(more.ogSiteName) ?? (brand ? unmarked(brand.name) : undefined)),
    meta("property", "og:image", ogImage),
    meta("property", "og:image:alt", ogImage && text(more.ogImageAlt)),
    meta("name", "twitter:card", twitterImage ? "summary_large_image" : "summary"),
    meta("name", "twitter:title", first(twitterTitle, ogTitle, ...title)),
    meta("name", "twitter:description", text(twitterDescription || ogDescription || description)),
    meta("name", "twitter:image", twitterImage),
    meta("name", "twitter:image:alt", twitterImage && text(more.twitterImageAlt || more.ogImageAlt)),
    meta("name", "twitter:site", text(more.twitterSite)),
    meta("name", "twitter:creator", text(more.twitterCreator)),
    structuredData(weave, { titles: title.map((one) => one ?? ""), description, language, publisher: brand?.name }),
  ];
  return metadataOf === "page" ? weave.shared(lines.join("")) : weave.woven(lines.join(""));
}

/** What turns the direction of a text, and of all that a reader sees it in. */
function withoutDirections(value: string): string {
  return value.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

const noMetadata: Metadata = { robots: [] };

export function robotsTag(rules: string | undefined): string {
  return meta("name", "robots", rules && unmarked(rules));
}

export function themeColors(brand: Pick<Brand, "colors"> | null): string {
  const { light, dark } = palettesOf(brand?.colors);
  return (
    `<meta name="theme-color" content="${light.background}" media="(prefers-color-scheme:light)">` +
    `<meta name="theme-color" content="${dark.background}" media="(prefers-color-scheme:dark)">`
  );
}

function meta(kind: "name" | "property", name: string, content: string | undefined): string {
  return content ? `<meta ${kind}="${name}" content="${escapeHtml(content)}">` : "";
}
