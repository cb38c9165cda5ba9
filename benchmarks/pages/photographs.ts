import sharp from "sharp";
import type { Client } from "../../client";

export async function uploadPhotograph(client: Client, number: number): Promise<string> {
  const content = new Uint8Array(await photograph(number));
  const { assetId } = await client.createAsset({ file: new File([content], `photograph-${number}.jpg`) });
  return assetId;
}

/** An image with as much detail as a photograph of a telephone. Each `number` is another one. */
export function photograph(number: number): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 100 + (number % 50), sigma: 20 };
  const grain = sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: "#888", noise } });
  return grain.blur(2).jpeg({ quality: 85 }).toBuffer();
}
