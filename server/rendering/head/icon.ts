import type { PageBrand } from "../page-document";
import { palettesOf } from "../style/colors";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";

/** The first letter of the brand on its colour, inside the page, so that nothing more has to be loaded. */
export function brandIcon(brand: PageBrand | null): string {
  const { fill, onFill } = palettesOf(brand?.colors).light;
  const [letter = ""] = withoutPlaceholders(brand?.name ?? "")
    .trim()
    .toUpperCase();
  const text = `<text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${onFill}">${escapeHtml(letter)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/>${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", "%27")}`;
}
