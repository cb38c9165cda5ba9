import type { Metadata } from "../../../contract";
import type { Signer } from "../../secrets/signer";
import { type AssetScope, assetIdsIn, assetOf, pageAssetPath } from "../images";
import type { PageDocument } from "../page-document";
import { palettesOf } from "../style/colors";
import { fontPreloads } from "../style/fonts";
import { escapeHtml } from "../templates/escape";
import { pageAddressPlaceholder, pageOriginPlaceholder, withoutPlaceholders } from "../templates/placeholders";
import type { Template } from "../templates/template";
import { TemplateBuilder } from "../templates/template-builder";
import { iconTags } from "./icon";
import { structuredData } from "./structured-data";

interface HeadTemplates {
  tags: Template;
  /** The first heading of the page. */
  heading: Template;
  /** The description below the heading. */
  lead: Template;
}

/** Metadata with overrides belong to one audience and must not become shared fragments. */
export type MetadataOwner = "page" | "audience";

/** Apart from each other, because heads are remembered by their arguments. */
type ScopeArguments = [tenantId: string, signer: Signer, assets: AssetScope["assets"]];

export function buildHead(
  metadata: Metadata | null,
  pageTitle: string,
  pageName: string,
  brand: PageDocument["brand"],
  language: string,
  metadataOwner: MetadataOwner,
  brandId: string,
  ...[tenantId, signer, assets]: ScopeArguments
): HeadTemplates {
  const titles = [pageTitle, pageName];
  const tags = tagsOf(metadata, titles, brand, language, metadataOwner, brandId, { tenantId, signer, assets });
  return { tags, heading: headingOf(titles), lead: leadOf(metadata?.description) };
}

function headingOf(titles: readonly string[]): Template {
  const builder = new TemplateBuilder();
  return builder.build(escapeHtml(builder.firstOf(titles)));
}

function leadOf(description: string | undefined): Template {
  if (!description) return [];
  const builder = new TemplateBuilder();
  return builder.build(`<p class="lead">${escapeHtml(builder.text(description))}</p>`);
}

/** Everything in the head except stylesheets. The robots tag is a slot because it depends on the audience. */
function tagsOf(
  metadata: Metadata | null,
  titles: readonly string[],
  brand: PageDocument["brand"],
  language: string,
  metadataOwner: MetadataOwner,
  brandId: string,
  assetScope: AssetScope,
): Template {
  const builder = new TemplateBuilder(withoutDirectionControls);
  const text = (value: string | undefined) => (value ? builder.text(value) : undefined);
  const first = (...values: (string | undefined)[]) => builder.firstOf(values.map((value) => value ?? ""));
  const url = (value: string | undefined) => (value ? builder.url(value) : undefined);
  const { description, ogTitle, ogDescription, twitterTitle, twitterDescription, ...more } = metadata ?? noMetadata;
  const title = [metadata?.title, ...titles];
  const canonical = url(more.canonicalUrl) ?? pageAddressPlaceholder;
  const image = (address: string | undefined) => ownImage(address, assetScope) ?? url(shownImage(address, assetScope));
  const ogImage = image(more.ogImageUrl);
  const twitterImage = image(more.twitterImageUrl) ?? ogImage;
  const lines = [
    '<meta charset="utf-8">',
    meta("name", "viewport", "width=device-width,initial-scale=1"),
    `<title>${escapeHtml(first(...title))}</title>`,
    meta("name", "description", text(description)),
    meta("name", "author", text(more.author)),
    meta("name", "keywords", text(more.keywords?.join(", "))),
    builder.slot("robots"),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    fontPreloads(brand, assetScope),
    iconTags(brand, brandId, assetScope),
    more.themeColor ? meta("name", "theme-color", text(more.themeColor)) : themeColors(brand),
    meta("property", "og:type", "website"),
    meta("property", "og:url", url(more.ogUrl) ?? canonical),
    meta("property", "og:title", first(ogTitle, ...title)),
    meta("property", "og:description", text(ogDescription || description)),
    meta("property", "og:site_name", text(more.ogSiteName) ?? (brand ? withoutPlaceholders(brand.name) : undefined)),
    ogImage === undefined ? builder.slot("share") : meta("property", "og:image", ogImage),
    // A generated picture shows the title.
    meta("property", "og:image:alt", ogImage === undefined ? first(more.ogImageAlt, ogTitle, ...title) : text(more.ogImageAlt)),
    meta("name", "twitter:card", "summary_large_image"),
    meta("name", "twitter:title", first(twitterTitle, ogTitle, ...title)),
    meta("name", "twitter:description", text(twitterDescription || ogDescription || description)),
    meta("name", "twitter:image", twitterImage),
    meta("name", "twitter:image:alt", twitterImage && text(more.twitterImageAlt || more.ogImageAlt)),
    meta("name", "twitter:site", text(more.twitterSite)),
    meta("name", "twitter:creator", text(more.twitterCreator)),
    structuredData(builder, { titles: title.map((one) => one ?? ""), description, language, publisher: brand?.name }),
  ];
  return metadataOwner === "page" ? builder.buildShared(lines.join("")) : builder.build(lines.join(""));
}

/** An asset, at the page's own origin: its stored address may be of an origin that the service had before. */
function ownImage(address: string | undefined, scope: AssetScope): string | undefined {
  const [named] = assetIdsIn(address ?? "");
  if (named === undefined || shownImage(address, scope) === undefined) return undefined;
  return `${pageOriginPlaceholder}${pageAssetPath(scope, named)}/share`;
}

/** Undefined for an asset that is in the trash: the generated picture takes its place. */
function shownImage(address: string | undefined, scope: AssetScope): string | undefined {
  const [named] = assetIdsIn(address ?? "");
  return named !== undefined && scope.assets && !assetOf(scope, named)?.hasPreview ? undefined : address;
}

/** Direction controls in a title would also reorder the text around it, in a browser tab or a search result. */
function withoutDirectionControls(value: string): string {
  return value.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

const noMetadata: Metadata = { robots: [] };

export function robotsTag(rules: string | undefined): string {
  return meta("name", "robots", rules && withoutPlaceholders(rules));
}

export function themeColors(brand: Pick<PageDocument, "brand">["brand"]): string {
  const { light, dark } = palettesOf(brand?.colors);
  if (brand?.darkMode === "off") return `<meta name="theme-color" content="${light.background}">`;
  return (
    `<meta name="theme-color" content="${light.background}" media="(prefers-color-scheme:light)">` +
    `<meta name="theme-color" content="${dark.background}" media="(prefers-color-scheme:dark)">`
  );
}

function meta(kind: "name" | "property", name: string, content: string | undefined): string {
  return content ? `<meta ${kind}="${name}" content="${escapeHtml(content)}">` : "";
}
