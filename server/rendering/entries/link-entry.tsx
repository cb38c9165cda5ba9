/** @jsxImportSource hono/jsx */

import { labelledAddress } from "../links/labelled-address";
import { linkAddress, wordsOfAddress } from "../links/link-address";
import { isExternal } from "../templates/addresses";
import type { EntryProps } from "./entry-props";

/** A link that leads nowhere is left out, with a warning. */
export function LinkEntry({ content, builder, assetScope }: EntryProps) {
  const { address, text } = labelledAddress(content);
  const href = linkAddress(builder.text(address), { builder, assetScope }, "is a link that leads nowhere, and is left out");
  if (href === undefined) return null;
  return (
    <p class="link">
      <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
        {builder.firstOf([text, wordsOfAddress(address)])}
      </a>
    </p>
  );
}
