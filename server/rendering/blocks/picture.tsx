/** @jsxImportSource hono/jsx */
import type { AssetScope, ImageSource } from "../images";

/** How wide an image among text is shown, for browsers that don't find out themselves before they load it. */
export function columnSizes({ widths }: AssetScope): string {
  return `auto,min(100vw,${widths?.column ?? usualWidth})`;
}

const usualWidth = "46rem";

interface Props {
  source: ImageSource;
  alt: string;
  class?: string | undefined;
  sizes: string;
  /** Loaded at once, because it is seen before anybody scrolls. */
  isFirst?: boolean;
}

/** Wider than this, an image is seen whole in the width of its column. */
const minWideRatio = 1.2;

/** As high as the window allows, an image like this is not as wide as its column. */
export function tallClass({ width = 0, height = 0 }: ImageSource): "tall" | undefined {
  return height * minWideRatio > width ? "tall" : undefined;
}

/**
 * The first image of some markup is loaded at once and before all others, because visitors see it first. How wide it is shown,
 * no browser knows by then.
 */
export function withMainImage(markup: string): string {
  return markup.replace(/<img [^>]* loading="lazy"/, (image) =>
    image.replace(' loading="lazy"', ' fetchpriority="high"').replace(' sizes="auto,', ' sizes="'),
  );
}

/** Width and height reserve its place, so that nothing moves when it arrives. */
export function Picture({ source, alt, class: className, sizes, isFirst }: Props) {
  const { src, srcset, width, height } = source;
  return (
    <img
      class={className}
      src={src}
      srcset={srcset}
      sizes={srcset && sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? undefined : "lazy"}
      decoding="async"
    />
  );
}

/** Of a wall in one tone: a light one is inverted, because its tone would be that of the page. */
export function Logo({ source, name }: { source: ImageSource; name: string }) {
  return <Picture source={source} alt={name} class={source.isLight ? "light" : undefined} sizes="9rem" />;
}
