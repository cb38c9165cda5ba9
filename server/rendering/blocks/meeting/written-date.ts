import { LruCache } from "../../../caching/lru-cache";

export const dateExample = "2026-12-01";
/** Figures with separators, as dates are written in many countries. */
export const likeADate = /^\d{1,4}[-./]\s?\d{1,2}([-./]\s?\d{0,4})?$/;

/** As `2026-12-01`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function writtenDate(date: string, language = "en"): string {
  return formatIn(language).format(Date.parse(date));
}

/** Made once for each language: formats are slow to make, and a block may have thousands of dates. */
function formatIn(language: string): Intl.DateTimeFormat {
  return formats.get(language, () => {
    const format: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
    return new Intl.DateTimeFormat(language, format);
  });
}

const maxCachedLength = 1_000;
const formats = new LruCache<Intl.DateTimeFormat>(maxCachedLength);
