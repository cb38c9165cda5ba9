/** @jsxImportSource hono/jsx */

import { type AssetScope, imageSource } from "../images";
import type { PageDocument } from "../page-document";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";
import { Picture } from "./picture";

interface Props {
  brand: PageDocument["brand"];
  builder: TemplateBuilder;
  assetScope: AssetScope | undefined;
  action: string;
}

export function Header({ brand, builder, assetScope, action }: Props) {
  return (
    <header class="top">
      <BrandLogo brand={brand} builder={builder} assetScope={assetScope} />
      {action}
    </header>
  );
}

/** The logo, or else the name. Tokens are not filled in here. */
export function BrandLogo({ brand, builder, assetScope }: Omit<Props, "action">) {
  if (!brand) return <span class="brand" />;
  const { logo } = brand;
  const name = withoutPlaceholders(brand.name);
  const source = logo && assetScope && imageSource(assetScope, logo.assetId ?? logo.url ?? "", (address) => builder.url(address));
  if (!source)
    return (
      <span class="brand">
        <bdi>{name}</bdi>
      </span>
    );
  return (
    <span class="brand">
      <Picture source={source} alt={withoutPlaceholders(logo.altText) || name} sizes="12rem" priority="first" />
    </span>
  );
}
