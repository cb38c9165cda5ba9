/** @jsxImportSource hono/jsx */
import { leadsElsewhere } from "../addresses";
import { Paragraphs } from "../markdown";
import type { EntryGiven } from "./entry";
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
