/** @jsxImportSource hono/jsx */

import { imageSource, type Place } from "../images";
import type { PageDocument } from "../page-document";
import type { Weave } from "../templates/template";

type Widget = PageDocument["page"]["actionCardWidgets"][number];

interface Given {
  widgets: readonly Widget[];
  weave: Weave;
  place: Place;
}

export function Cards({ widgets, weave, place }: Given) {
  if (widgets.length === 0) return null;
  return (
    <div class="cards">
      {widgets.map((widget) => (
        <section>
          {widget.title !== "" && <h2>{weave.text(widget.title)}</h2>}
          {widget.logos.length > 0 && (
            <ul class="logos">
              {widget.logos.map(({ image }) => (
                <Logo image={image} weave={weave} place={place} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

/** One that is not ours to load is there by name. */
function Logo({ image, weave, place }: { image: Widget["logos"][number]["image"]; weave: Weave; place: Place }) {
  const source = imageSource(place, image.assetId || image.url, (address) => weave.url(address));
  const name = weave.text(image.altText);
  if (source === undefined && name === "") return null;
  return <li>{source === undefined ? name : <img src={source} alt={name} loading="lazy" decoding="async" />}</li>;
}
