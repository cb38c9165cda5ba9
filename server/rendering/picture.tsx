/** @jsxImportSource hono/jsx */
import type { AssetScope, ImageSource } from "./images";

/** How wide an image among text is shown, for browsers that don't find out themselves before they load it. */
function columnSizes({ widths }: AssetScope): string {
  return `auto,min(100vw,${widths?.column ?? usualWidth})`;
}

const usualWidth = "46rem";
const pixelsOfRem = 16;
/** With fewer pixels than this share of its column, an image is not enlarged to all of it: it would be blurred. */
const leastShare = 0.6;

/** The class and `sizes` of an image among text. */
export function amongText(source: ImageSource, scope: AssetScope): { class: string | undefined; sizes: string } {
  const { srcset, width } = source;
  const column = Number.parseFloat(scope.widths?.column ?? usualWidth) * pixelsOfRem;
  // A drawing has no pixels.
  const isSmall = srcset !== undefined && width !== undefined && width < leastShare * column;
  const tall = tallClass(source);
  return isSmall ? { class: tall ?? "small", sizes: `${width}px` } : { class: tall, sizes: columnSizes(scope) };
}

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

/** Narrower than this, a logo is rather letters on a shape than a name: in one tone, the letters would vanish in the shape. */
const maxBadgeRatio = 1.5;

/** Of a wall in one tone: a light one is inverted, because its tone would be that of the page. */
export function Logo({ source, name }: { source: ImageSource; name: string }) {
  const { width = 0, height = 0, isLight } = source;
  const isBadge = width < maxBadgeRatio * height;
  const classes = [isLight && "light", isBadge && "badge"].filter(Boolean).join(" ");
  return <Picture source={source} alt={name} class={classes || undefined} sizes="9rem" />;
}
