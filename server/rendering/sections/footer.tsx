/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { mapped, type Steps } from "../../event-loop/steps";
import type { AssetScope } from "../images";
import type { Phrases } from "../language/phrases";
import { linkAddress } from "../links/link-address";
import type { PageDocument } from "../page-document";
import { isExternal } from "../templates/addresses";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";
import { BrandLogo } from "./header";

type Group = PageDocument["page"]["footerLinks"][number];

/** The groups of links are made before, one after the other: together they may be a megabyte. */
export function* footerLinks(groups: readonly Group[], builder: TemplateBuilder, assetScope: AssetScope): Steps<Child> {
  let made = "";
  for (const { title, links } of groups) {
    const items = yield* mapped(links, (link) => String(<FooterLink link={link} builder={builder} assetScope={assetScope} />));
    made += String(
      <div>
        {title !== "" && <h2>{builder.text(title)}</h2>}
        <ul>{raw(items.join(""))}</ul>
      </div>,
    );
  }
  return made === "" ? undefined : raw(made);
}

export function Footer({
  links,
  brand,
  builder,
  assetScope,
  phrases,
}: {
  links: Child;
  brand: PageDocument["brand"];
  builder: TemplateBuilder;
  assetScope: AssetScope;
  phrases: Phrases;
}) {
  return (
    <footer class="bottom">
      {links && <nav aria-label={phrases.links}>{links}</nav>}
      {brand && brand.name !== "" && (
        <p>
          {brand.logo && <BrandLogo brand={brand} builder={builder} assetScope={assetScope} isFirst={false} />}©{" "}
          {builder.slot("year")} {withoutPlaceholders(brand.name)}
        </p>
      )}
    </footer>
  );
}

type Link = Group["links"][number];

function FooterLink({ link: { text, url }, ...props }: { link: Link; builder: TemplateBuilder; assetScope: AssetScope }) {
  const { builder } = props;
  const href = footerAddress(url, props);
  if (href === undefined) return text === "" ? null : <li>{builder.text(text)}</li>;
  return (
    <li>
      <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
        {builder.firstOf([text, url])}
      </a>
    </li>
  );
}

export function footerAddress(url: string, props: { builder: TemplateBuilder; assetScope: AssetScope }): string | undefined {
  return linkAddress(props.builder.text(url), props, "leads nowhere: its words are shown without a link");
}
