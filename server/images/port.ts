/** Makes previews and other sizes of images and first pages, in processes of their own. */
export interface Previews {
  /** Writes the drawn file and returns the image's own size. Throws `NotDrawable` when the content is the reason. */
  draw(image: DrawRequest): Promise<DrawnImage>;
  close(): void;
}

export interface DrawRequest {
  /** Tenants take turns. */
  tenantId: string;
  /** The format that the content must have. */
  format: DrawableFormat;
  from: string;
  to: string;
  /** A preview if it is left out. */
  as?: DrawnAs;
}

export interface DrawnAs {
  type: "webp" | "avif" | "jpeg" | "png";
  /** At most; no image is enlarged. */
  width: number;
  /** An icon: the image in the middle of a square of this colour, enlarged where it is too small. */
  iconOn?: string;
}

/** In pixels, upright. */
export interface ImageSize {
  width: number;
  height: number;
}

export interface DrawnImage extends ImageSize {
  /** Bright, with nothing behind it: drawn for dark backgrounds. Told with a preview. */
  isLight?: boolean;
}

const imageFormats = ["png", "jpeg", "gif", "webp", "avif", "svg"] as const;
export type ImageFormat = (typeof imageFormats)[number];
/** What can be drawn: an image, or the first page of a PDF. */
export type DrawableFormat = ImageFormat | "pdf";

export function formatOf(contentType: string): DrawableFormat | undefined {
  if (contentType === "application/pdf") return "pdf";
  if (contentType === "image/svg+xml") return "svg";
  return imageFormats.find((format) => contentType === `image/${format}`);
}

/** The largest PDF whose first page is drawn. */
export const maxDrawnPdfBytes = 64 * 1_048_576;
/** The largest image that is drawn. */
export const maxImageMegapixels = 50;

export const previewContentType = "image/webp";

/** The image is broken, too large, or takes too much to draw. */
export class NotDrawable extends Error {
  override name = "NotDrawable";
}

/** For `catch`: nothing is drawn where the image itself is the reason. */
export function notDrawable(error: unknown): undefined {
  if (!(error instanceof NotDrawable)) throw error;
}
