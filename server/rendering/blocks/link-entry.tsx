/** @jsxImportSource hono/jsx */

import { Paragraphs } from "../markdown";
import { leadsElsewhere } from "../templates/addresses";
import type { EntryGiven } from "./entry-given";
import { labelledAddress } from "./labelled-address";

export function LinkEntry({ content, weave }: EntryGiven) {
  const { address, text } = labelledAddress(content);
  const href = weave.url(address);
  if (href === undefined) return <Paragraphs text={weave.text(content)} />;
  return (
    <p class="link">
      <a href={href} rel={leadsElsewhere(href) ? "noreferrer" : undefined}>
        {weave.firstOf([text, address.replace(/^https?:\/\/(www\.)?|\/$/gi, "")])}
      </a>
    </p>
  );
}
