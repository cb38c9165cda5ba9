/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../../contract/pages/blocks";
import { imageSource, isAssetId, knownAsset, pageAssetFilePath } from "../../images";
import { Inline } from "../../markdown";
import { Picture } from "../../picture";
import type { Block } from "../block";
import { Around } from "../content/around";
import { parts } from "../content/parts";
import { readContent } from "../content/read";
import { Icon } from "../icons";

export const file: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const all = builder.text(content);
    const linked = readContent(all, parts.file);
    const { before, after, links, images } = linked.links.length > 0 ? linked : readContent(all, parts.fileAsImage);
    const [first = "", ...rest] = before.split("\n");
    const [link] = [...links, ...images];
    const { address, text } = link ?? { address: first.trim(), text: rest.join(" ").trim() };
    if (!isAssetId(address)) return undefined;
    const asset = knownAsset(assetScope, address);
    if (assetScope.assets && !asset) return null;
    const preview = asset?.hasPreview ? imageSource(assetScope, address, () => undefined) : undefined;
    const kind = asset ? kindOf(asset.type) : "";
    return (
      <Around read={link ? { before, after } : { before: "", after }} {...props}>
        <p class="b-file">
          <a href={pageAssetFilePath(assetScope, address)} download>
            {preview ? <Picture source={preview} alt="" sizes="8rem" /> : <Icon name="file" />}
            <span>
              <b>{text.trim() === "" ? kind : <Inline text={text} plain {...props} />}</b>
              {asset && (
                <small>
                  <bdi>{kind}</bdi> · {sizeOf(asset.bytes, assetScope.language)}
                </small>
              )}
            </span>
          </a>
        </p>
      </Around>
    );
  },
  style: `
.b-file a{display:flex;align-items:center;gap:1.1rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:1rem;background:var(--bg);color:var(--ink);text-decoration:none}
.b-file a:hover{border-color:var(--go)}
.b-file img{width:clamp(4.5rem,20vw,8rem);max-height:11rem;object-fit:cover;object-position:top;border-radius:.4rem;box-shadow:0 0 0 1px var(--line),0 .35rem 1rem rgb(0 0 0/.12);min-height:0;flex:none}
.b-file .icon{width:2.25rem;height:2.25rem;flex:none;color:var(--go)}
.b-file b{display:block;line-height:1.35}
.b-file small{color:var(--soft);font-size:.85em}
.icon{display:block;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}`,
  ...writtenBlocks.file,
};

/** As people know it: the ending of such a file's name. */
function kindOf(type: string): string {
  const name = (type.split("/")[1] ?? "").replace(/\+.*|^x-/g, "").toLowerCase();
  return (Object.hasOwn(endings, name) ? (endings[name] as string) : name).toUpperCase();
}

const endings: Readonly<Record<string, string>> = {
  plain: "txt",
  jpeg: "jpg",
  quicktime: "mov",
  markdown: "md",
  msword: "doc",
  "vnd.ms-excel": "xls",
  "vnd.ms-powerpoint": "ppt",
  "vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
};

/** In the direction of the page, whose language it is in: some put the unit first. */
function sizeOf(bytes: number, language = "en"): string {
  const [unit, size] = bytes < 1_000_000 ? (["kilobyte", bytes / 1_000] as const) : (["megabyte", bytes / 1_000_000] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: size < 10 ? 1 : 0 }).format(size);
}
