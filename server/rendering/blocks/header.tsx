/** @jsxImportSource hono/jsx */

import { imageSource, type Place } from "../images";
import type { PageDocument } from "../page-document";
import { unmarked } from "../templates/placeholders";
import type { Weave } from "../templates/template";

interface Given {
  brand: PageDocument["brand"];
  weave: Weave;
  place: Place | undefined;
  /** The header's action, or nothing. */
  action: string;
}

export function Header({ brand, weave, place, action }: Given) {
  return (
    <header class="top">
      <BrandMark brand={brand} weave={weave} place={place} />
      {action}
    </header>
  );
}

/** Its logo, or else its name, neither of which has tokens. A page without a brand has neither. */
export function BrandMark({ brand, weave, place }: Omit<Given, "action">) {
  if (!brand) return <span class="brand" />;
  const { logo } = brand;
  const name = unmarked(brand.name);
  const source = logo && place && imageSource(place, logo.assetId ?? logo.url ?? "", (address) => weave.url(address));
  if (!source)
    return (
      <span class="brand">
        <bdi>{name}</bdi>
      </span>
    );
  return (
    <span class="brand">
      <img src={source} alt={unmarked(logo.altText) || name} decoding="async" />
    </span>
  );
}
