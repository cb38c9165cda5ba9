/** @jsxImportSource hono/jsx */
import type { ImageSource } from "../images";

/** How wide an image is shown, for browsers that don't find out themselves before they load it. */
const usualSizes = "auto,(max-width:48rem) 100vw,46rem";

interface Props {
  source: ImageSource;
  alt: string;
  class?: string | undefined;
  sizes?: string;
  /** `first`: loaded at once, because it is seen before anybody scrolls. `main`: and before all others. */
  priority?: "first" | "main";
}

/** Width and height reserve its place, so that nothing moves when it arrives. */
export function Picture({ source, alt, class: className, sizes = usualSizes, priority }: Props) {
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
      loading={priority ? undefined : "lazy"}
      fetchpriority={priority === "main" ? "high" : undefined}
      decoding="async"
    />
  );
}
