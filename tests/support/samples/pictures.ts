import sharp, { type Sharp } from "sharp";

export function picture(): Sharp {
  return sharp({ create: { width: 1_200, height: 600, channels: 3, background: "#2f5d50" } });
}

export async function bytesOf(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.toBuffer());
}
