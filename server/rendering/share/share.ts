import type { Signer } from "../../secrets/signer";
import { assetOf } from "../images";
import { languageOf } from "../language/page-language";
import type { PageBrand, PageDocument } from "../page-document";
import { isDark, palettesOf } from "../style/colors";
import { contentHash } from "../templates/fragment";
import { storedOrigin } from "../templates/placeholders";
import { filledText, tokenValues } from "../tokens";

/** Keeps signatures of these addresses apart from others. */
export const sharePurpose = "page-share";
/** Goes up when pictures look different. */
const shareVersion = 5;

export const shareWidth = 1_200;
export const shareHeight = 630;

/** What is on the picture that stands for a page where its address is shared. */
export interface ShareCard {
  title: string;
  /** For whom the page is: a person, a company, or both. */
  recipients: readonly string[];
  brand: PageBrand | null;
  /** In place of the brand's name. */
  logo: ShareLogo | null;
  language: string;
}

export interface ShareLogo {
  assetId: string;
  width: number;
  height: number;
  /** Whether it stands on the brand's own background, because it could not be seen on the colour of the picture. */
  onPlate: boolean;
}

export function shareCard(document: PageDocument, language = languageOf(document)): ShareCard {
  const values = tokenValues(document);
  const { page, person, account, brand, metadata } = document;
  const titles = [metadata?.ogTitle, metadata?.title, page.title, page.name];
  const title = titles.map((one) => (one ? filledText(one, values).trim() : "")).find((one) => one !== "") ?? "";
  const company = account && (account.name ?? account.domain);
  const recipients = [person?.name, company].filter((name) => typeof name === "string");
  return { title, recipients, brand, logo: shareLogo(document), language };
}

/** The picture has the colour of the main buttons: a bright logo is seen on it if white letters are. */
function shareLogo({ brand, assets }: Pick<PageDocument, "brand" | "assets">): ShareLogo | null {
  const { background, onFill } = palettesOf(brand?.colors).light;
  for (const logo of [brand?.darkLogo, brand?.logo]) {
    const asset = logo?.assetId ? assetOf({ assets }, logo.assetId) : undefined;
    if (!logo?.assetId || !asset?.hasPreview || !asset.width || !asset.height) continue;
    const { width, height, isLight = false } = asset;
    const isSeen = isLight && !isDark(onFill);
    const fitsPlate = logo === brand?.logo && isLight === isDark(background);
    if (isSeen || fitsPlate) return { assetId: logo.assetId, width, height, onPlate: !isSeen };
  }
  return null;
}

/** Names all that is on the card. */
export function shareHash({ title, recipients, brand, logo, language }: ShareCard): string {
  return contentHash(JSON.stringify([shareVersion, title, recipients, brand?.name, brand?.colors, brand?.font, logo, language]));
}

/** The path of the picture on every host that shows pages of the tenant. */
export function sharePath(signer: Signer, tenantId: string, audienceId: string, hash: string): string {
  const signature = signer.sign(sharePurpose, `${tenantId} ${audienceId}`);
  return `/_foyer/share/${tenantId}/${audienceId}/${hash}/${signature}.jpg`;
}

/** For the head of a page. */
export function shareTags(path: string): string {
  return (
    `<meta property="og:image" content="${storedOrigin}${path}"><meta property="og:image:width" content="${shareWidth}">` +
    `<meta property="og:image:height" content="${shareHeight}">`
  );
}
