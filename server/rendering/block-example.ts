import { createSigner } from "../secrets/signer";
import { blockOf } from "./blocks";
import { entryGroups, groupMarkup } from "./entries/entry-groups";
import { policySources } from "./head/inline-elements";
import type { AssetScope } from "./images";
import type { DocumentAsset } from "./page-document";
import { pageStyles } from "./style";
import { RenderContext } from "./templates/render-context";
import { fillTemplate } from "./templates/template";
import { TemplateBuilder } from "./templates/template-builder";
import { tokenValues } from "./tokens";

/** A page with nothing but a block's own example, as a landing page shows it. Undefined for what is no block. */
export function blockExample(name: string): { html: string; policy: string } | undefined {
  const block = blockOf(name);
  if (!block) return undefined;
  const named = namedAssets(name);
  let count = 0;
  const content = block.example.replaceAll("asset_…", () => Object.keys(named)[count++] ?? exampleId(0));
  const scope: AssetScope = { tenantId: "example", signer: createSigner("example"), assets: named, language: "en" };
  const builder = new TemplateBuilder();
  const [group = []] = entryGroups([{ ...noEntry, content: { type: name, content } }]);
  const shown = groupMarkup(group, builder, scope);
  const styles = pageStyles("inbound", null, name, scope);
  const markup = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><meta name="viewport" content="width=device-width,initial-scale=1">${styles.html}</head><body class="inbound"><main><div class="topics"><section class="topic">${shown}</section></div></main></body></html>`;
  const html = fillTemplate(builder.build(markup), new RenderContext(tokenValues(nobody), "refuse"));
  const policy = `default-src 'none'; img-src data:; frame-ancestors 'self'; sandbox allow-same-origin; ${policySources([], styles.hashes)}`;
  return { html: withPictures(html), policy };
}

const image: DocumentAsset = { type: "image/png", bytes: 1_400_000, width: 1200, height: 800, hasPreview: true };
const video: DocumentAsset = { ...image, type: "video/mp4", width: null, height: null, hasPreview: false };
const captions: DocumentAsset = { ...video, type: "text/vtt" };
const pdf: DocumentAsset = { ...video, type: "application/pdf" };

/** What the identifiers in an example stand for, in their order. */
function namedAssets(name: string): Record<string, DocumentAsset> {
  const assets = name === "video" ? [video, image, captions] : [name === "file" ? pdf : image];
  return Object.fromEntries(assets.map((asset, index) => [exampleId(index), asset]));
}

function exampleId(index: number): string {
  return `asset_${String(index).padStart(26, "0")}`;
}

const noEntry = { topicEntryId: "", topicId: "", sortOrder: 0, createdAt: "", updatedAt: "" };
const nobody = { person: null, account: null, page: { name: "", title: "" }, audience: { name: "" } };

/** A drawing in place of every asset: an example loads nothing, and its links lead nowhere. */
function withPictures(html: string): string {
  return html
    .replaceAll(/ srcset="[^"]*"| href="[^"]*"|<track[^>]*>|(?<=<video[^>]*) src="[^"]*"/g, "")
    .replaceAll(/ (src|poster)="\/_foyer\/assets\/[^"]*"/g, (_, attribute) => ` ${attribute}="${scene}"`);
}

const scene = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800"><path fill="#8fb3c9" d="M0 0h1200v800H0z"/><circle cx="860" cy="300" r="90" fill="#fff2cc"/><path fill="#3f6b82" d="M0 560 240 380l180 120 240-190 300 230 240-140v400H0z"/><path fill="#24495c" d="M0 680c200-70 400 40 600 0s400-40 600 20v100H0z"/></svg>',
)}`;
