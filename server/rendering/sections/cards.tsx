/** @jsxImportSource hono/jsx */

import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { mapped, type Steps } from "../../event-loop/steps";
import { type AssetScope, imageSource } from "../images";
import type { PageDocument } from "../page-document";
import { Logo } from "../picture";
import type { TemplateBuilder } from "../templates/template-builder";

type Widget = PageDocument["page"]["actionCardWidgets"][number];

/** Made one logo after the other: there may be tens of thousands. */
export function* cards(widgets: readonly Widget[], builder: TemplateBuilder, assetScope: AssetScope): Steps<Child> {
  let made = "";
  for (const { title, logos } of widgets) {
    const items = yield* mapped(logos, ({ image }) =>
      String(<LogoOrName image={image} builder={builder} assetScope={assetScope} />),
    );
    made += String(
      <section>
        {title !== "" && <h2>{builder.text(title)}</h2>}
        {logos.length > 0 && <ul class="logos">{raw(items.join(""))}</ul>}
      </section>,
    );
  }
  return made === "" ? undefined : <div class="cards">{raw(made)}</div>;
}

/** A logo that may not be loaded is shown as its name. */
function LogoOrName({
  image,
  builder,
  assetScope,
}: {
  image: Widget["logos"][number]["image"];
  builder: TemplateBuilder;
  assetScope: AssetScope;
}) {
  const source = imageSource(assetScope, image.assetId || image.url, (address) => builder.url(address));
  const name = builder.text(image.altText);
  if (source === undefined && name === "") return null;
  return <li>{source === undefined ? name : <Logo source={source} name={name} />}</li>;
}
