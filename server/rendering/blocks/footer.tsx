/** @jsxImportSource hono/jsx */

import type { AssetScope } from "../images";
import type { Phrases } from "../language/phrases";
import type { PageDocument } from "../page-document";
import { isExternal } from "../templates/addresses";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";
import { BrandLogo } from "./header";

type Group = PageDocument["page"]["footerLinks"][number];

export function Footer({
  groups,
  brand,
  builder,
  assetScope,
  phrases,
}: {
  groups: readonly Group[];
  brand: PageDocument["brand"];
  builder: TemplateBuilder;
  assetScope: AssetScope;
  phrases: Phrases;
}) {
  return (
    <footer class="bottom">
      {groups.length > 0 && (
        <nav aria-label={phrases.links}>
          {groups.map((group) => (
            <LinkGroup group={group} builder={builder} />
          ))}
        </nav>
      )}
      {brand && brand.name !== "" && (
        <p>
          {brand.logo && <BrandLogo brand={brand} builder={builder} assetScope={assetScope} isFirst={false} />}©{" "}
          {builder.slot("year")} {withoutPlaceholders(brand.name)}
        </p>
      )}
    </footer>
  );
}

function LinkGroup({ group, builder }: { group: Group; builder: TemplateBuilder }) {
  return (
    <div>
      {group.title !== "" && <h2>{builder.text(group.title)}</h2>}
      <ul>
        {group.links.map(({ text, url }) => {
          const href = builder.url(url);
          if (href === undefined) return text !== "" && <li>{builder.text(text)}</li>;
          return (
            <li>
              <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
                {builder.firstOf([text, url])}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
