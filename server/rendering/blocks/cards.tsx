/** @jsxImportSource hono/jsx */

import { type AssetScope, imageSource } from "../images";
import type { PageDocument } from "../page-document";
import type { TemplateBuilder } from "../templates/template-builder";
import { Logo } from "./picture";

type Widget = PageDocument["page"]["actionCardWidgets"][number];

interface Props {
  widgets: readonly Widget[];
  builder: TemplateBuilder;
  assetScope: AssetScope;
}

export function Cards({ widgets, builder, assetScope }: Props) {
  if (widgets.length === 0) return null;
  return (
    <div class="cards">
      {widgets.map((widget) => (
        <section>
          {widget.title !== "" && <h2>{builder.text(widget.title)}</h2>}
          {widget.logos.length > 0 && (
            <ul class="logos">
              {widget.logos.map(({ image }) => (
                <LogoOrName image={image} builder={builder} assetScope={assetScope} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
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
