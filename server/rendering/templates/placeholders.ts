// While a page is rendered, noncharacters stand for what is filled in later: escaping leaves them alone, and
// `withoutPlaceholders` keeps them out of all texts.
const templateStart = "\ufdd0";
const templateEnd = "\ufdd1";
export const templatePlaceholders = new RegExp(`${templateStart}(\\d+)${templateEnd}`);
/** The page's own address is known only when it is served: links can change after the page was built. */
export const pageAddressPlaceholder = "\ufdd2";
/** The origin of that address. */
export const pageOriginPlaceholder = "\ufdd5";
/** Forms send this token along. It says which page they were on, and is known only when the page is served. */
export const pageTokenPlaceholder = "\ufdd3";
/** What the page says about itself when it tells of a visit; known only when it is served. */
export const visitTokenPlaceholder = "\ufdd4";

// In stored HTML, placeholders are written as tags: escaped text never has a bare `<`, and ASCII is processed twice as fast.
export const placeholderStart = "<foyer:";
export const placeholderEnd = ">";
const storedAddress = `${placeholderStart}address${placeholderEnd}`;
export const storedOrigin = `${placeholderStart}origin${placeholderEnd}`;
const storedToken = `${placeholderStart}token${placeholderEnd}`;
const storedVisit = `${placeholderStart}visit${placeholderEnd}`;
export const storedPlaceholders = new RegExp(`${placeholderStart}([\\w-]+)${placeholderEnd}`, "g");

export function templatePlaceholder(index: number): string {
  return `${templateStart}${index}${templateEnd}`;
}

export function fragmentPlaceholder(hash: string): string {
  return `${placeholderStart}${hash}${placeholderEnd}`;
}

export function fragmentHashesIn(html: string): string[] {
  const names = new Set(Array.from(html.matchAll(storedPlaceholders), ([, name]) => name as string));
  names.delete("address");
  names.delete("origin");
  names.delete("token");
  names.delete("visit");
  return [...names];
}

export function toStoredPlaceholders(markup: string): string {
  return markup
    .replaceAll(pageAddressPlaceholder, storedAddress)
    .replaceAll(pageOriginPlaceholder, storedOrigin)
    .replaceAll(pageTokenPlaceholder, storedToken)
    .replaceAll(visitTokenPlaceholder, storedVisit);
}

const reserved = /[\ufdd0-\ufddf]/g;

/** Well-formed text that nothing can take for a placeholder. All texts of pages and persons go through this. */
export function withoutPlaceholders(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.search(reserved) === -1 ? wellFormed : wellFormed.replace(reserved, "\ufffd");
}
