import sharp from "sharp";
import type { Client } from "../../client";

export interface DemoPictures {
  /** A ship on the way to its harbour. */
  sea: string;
  /** Who writes the letters. */
  sender: string;
}

/** Drawn, so that the demo needs no files of anybody's. */
export async function makePictures(client: Client): Promise<DemoPictures> {
  const [sea, sender] = await Promise.all([
    upload(client, "A ship at dusk.jpg", seaDrawing),
    upload(client, "Grace Okafor.jpg", senderDrawing),
  ]);
  return { sea, sender };
}

async function upload(client: Client, name: string, drawing: string): Promise<string> {
  const bytes = await sharp(Buffer.from(drawing)).jpeg({ quality: 82 }).toBuffer();
  const { assetId } = await client.createAsset({ file: new File([bytes], name), body: { assetType: "image" } });
  return assetId;
}

const seaDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000" viewBox="0 0 1600 1000">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#12324a"/><stop offset=".55" stop-color="#2f7d8c"/><stop offset="1" stop-color="#f3c89b"/>
    </linearGradient>
    <linearGradient id="sea" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#2a7484"/><stop offset="1" stop-color="#082d3a"/>
    </linearGradient>
  </defs>
  <rect width="1600" height="620" fill="url(#sky)"/>
  <circle cx="1130" cy="560" r="96" fill="#ffe3b8"/>
  <path d="M0 600 L260 540 L430 575 L640 520 L860 590 L1600 600 V640 H0 Z" fill="#1d5566" opacity=".55"/>
  <rect y="600" width="1600" height="400" fill="url(#sea)"/>
  <path d="M1010 620 h240 l-60 22 h-120 z M1040 680 h180 l-45 16 h-90 z M1070 740 h120 l-30 12 h-60 z" fill="#ffe3b8" opacity=".5"/>
  <g fill="#0c2430">
    <path d="M330 640 H800 L764 704 H382 Z"/>
    <rect x="392" y="560" width="70" height="80"/><rect x="404" y="528" width="34" height="34"/>
  </g>
  <g>
    <rect x="480" y="596" width="70" height="44" fill="#e07a5f"/><rect x="554" y="596" width="70" height="44" fill="#f2cc8f"/>
    <rect x="628" y="596" width="70" height="44" fill="#81b29a"/><rect x="702" y="596" width="60" height="44" fill="#e07a5f"/>
    <rect x="516" y="550" width="70" height="44" fill="#81b29a"/><rect x="590" y="550" width="70" height="44" fill="#e07a5f"/>
    <rect x="664" y="550" width="70" height="44" fill="#f2cc8f"/>
  </g>
  <path d="M0 760 Q200 730 400 760 T800 760 T1200 760 T1600 760 V1000 H0 Z" fill="#0b3f50" opacity=".7"/>
  <path d="M0 860 Q200 830 400 860 T800 860 T1200 860 T1600 860 V1000 H0 Z" fill="#072a37" opacity=".8"/>
</svg>`;

const senderDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 480 480">
  <rect width="480" height="480" fill="#d8ebee"/>
  <path d="M70 480 C80 350 170 320 240 320 C310 320 400 350 410 480 Z" fill="#0b7285"/>
  <rect x="205" y="270" width="70" height="80" rx="34" fill="#8d5a3c"/>
  <ellipse cx="240" cy="205" rx="84" ry="98" fill="#a06a48"/>
  <path d="M150 210 C140 90 340 90 332 210 C322 150 290 140 240 140 C190 140 160 150 150 210 Z" fill="#24140e"/>
  <circle cx="210" cy="212" r="8" fill="#24140e"/><circle cx="270" cy="212" r="8" fill="#24140e"/>
  <path d="M208 256 Q240 282 272 256" stroke="#5b3421" stroke-width="7" fill="none" stroke-linecap="round"/>
</svg>`;
