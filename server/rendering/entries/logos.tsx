/** @jsxImportSource hono/jsx */
import { labelledAddress } from "../blocks/labelled-address";
import { Picture } from "../blocks/picture";
import { imageSource } from "../images";
import type { Block } from "./block";
import { readContent } from "./read";

export const logos: Block = {
  view({ content, builder, assetScope }) {
    const { items, images } = readContent(builder.text(content));
    const read = [
      ...items.map(([cell = ""]) => (cell.startsWith("![") ? labelledAddress(cell) : { address: "", text: cell })),
      ...images,
    ];
    if (read.length === 0) return undefined;
    const shown = read.flatMap(({ address, text }) => {
      const source = imageSource(assetScope, address, (path) => builder.urlWithPlaceholders(path));
      return source || text !== "" ? [{ source, text }] : [];
    });
    return (
      <ul class="logos b-logos">
        {shown.map(({ source, text }) => (
          <li>{source ? <Picture source={source} alt={text} sizes="9rem" /> : text}</li>
        ))}
      </ul>
    );
  },
  style: `
.b-logos{justify-content:space-between;gap:1.25rem 2.25rem;margin:0 0 1.1em}`,
  summary: "A list of images or names, shown in one tone",
  example: "- ![Contoso](asset_…)\n- ![Fabrikam](asset_…)\n- Tailspin Toys",
};
