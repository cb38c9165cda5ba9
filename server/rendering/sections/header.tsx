/** @jsxImportSource hono/jsx */

import { type AssetScope, imageSource } from "../images";
import type { PageDocument } from "../page-document";
import { Picture } from "../picture";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";

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
export function BrandLogo({ brand, builder, assetScope, isFirst = true }: Omit<Props, "action"> & { isFirst?: boolean }) {
  if (!brand) return <span class="brand" />;
  const { logo, darkLogo, darkMode } = brand;
  const name = withoutPlaceholders(brand.name);
  const sourceOf = (one: typeof logo | undefined) =>
    one && assetScope && imageSource(assetScope, one.assetId ?? one.url ?? "", (address) => builder.url(address));
  const source = sourceOf(logo);
  const dark = darkMode === "off" ? undefined : sourceOf(darkLogo);
  if (!source)
    return (
      <span class="brand">
        <bdi>{name}</bdi>
      </span>
    );
  const picture = (
    <Picture source={source} alt={withoutPlaceholders(logo?.altText ?? "") || name} sizes="12rem" isFirst={isFirst} />
  );
  if (!dark) return <span class="brand">{picture}</span>;
  return (
    <span class="brand">
      <picture>
        <source
          media="screen and (prefers-color-scheme:dark)"
          srcset={dark.srcset ?? dark.src}
          sizes={dark.srcset && "12rem"}
          width={dark.width}
          height={dark.height}
        />
        {picture}
      </picture>
    </span>
  );
}
