/** Makes the small picture that stands for an image, away from the process that serves. */
export interface Previews {
  /** Draws the image into a WebP file. Throws `NotDrawable` when the content is to blame. */
  draw(image: DrawRequest): Promise<void>;
  close(): void;
}

export interface DrawRequest {
  /** Whose it is: nobody's images keep those of others waiting. */
  tenantId: string;
  /** What the content must turn out to be. */
  format: ImageFormat;
  from: string;
  to: string;
}

export const imageFormats = ["png", "jpeg", "gif", "webp", "avif", "svg"] as const;
export type ImageFormat = (typeof imageFormats)[number];

export const previewContentType = "image/webp";

/** The image is broken, too large, or takes too much to draw. */
export class NotDrawable extends Error {
  override name = "NotDrawable";
}
