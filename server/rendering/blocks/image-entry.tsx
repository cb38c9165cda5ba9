/** @jsxImportSource hono/jsx */

import { imageSource } from "../images";
import { Paragraphs } from "../markdown";
import { leadsElsewhere } from "../templates/addresses";
import type { EntryGiven } from "./entry-given";
import { labelledAddress } from "./labelled-address";

export function ImageEntry({ content, weave, place }: EntryGiven) {
  const { address, text } = labelledAddress(content);
  const caption = weave.text(text);
  const source = imageSource(place, address, (given) => weave.url(given));
  if (source !== undefined) {
    return (
      <figure>
        <img src={source} alt={caption} loading="lazy" decoding="async" />
      </figure>
    );
  }
  const href = weave.url(address);
  if (href === undefined || !leadsElsewhere(href)) return <Paragraphs text={caption || weave.text(address)} />;
  return (
    <p>
      <a href={href} rel="noreferrer">
        {caption || weave.text(address)}
      </a>
    </p>
  );
}
