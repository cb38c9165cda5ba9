/** @jsxImportSource hono/jsx */

import { isExternal } from "../templates/addresses";
import type { EntryProps } from "./entry-props";
import { labelledAddress } from "./labelled-address";

const identifier = /^[a-z]+_[a-z0-9]{26}$/;

/** A link that leads nowhere is left out, with a warning. */
export function LinkEntry({ content, builder, assetScope }: EntryProps) {
  const { address, text } = labelledAddress(content);
  const href = identifier.test(address) ? undefined : builder.url(address);
  if (href === undefined) {
    assetScope.warn?.("action_not_shown", "is a link that leads nowhere, and is left out");
    return null;
  }
  return (
    <p class="link">
      <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
        {builder.firstOf([text, address.replace(/^https?:\/\/(www\.)?|\/$/gi, "")])}
      </a>
    </p>
  );
}
