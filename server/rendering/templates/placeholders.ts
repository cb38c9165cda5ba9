// Characters that no text has: they hold places in the markup while it is made, which escapes everything else.
export const open = "\ufdd0";
export const close = "\ufdd1";
/** Stands for the page's own address, which is known when it is served: links can change after it was built. */
export const ownAddress = "\ufdd2";
/** Stands for what tells, when a form comes in, which page it was on: filled in when the page is served. */
export const pageToken = "\ufdd3";

// How they stand in what is kept: no text can hold a bare `<`, and what is plain ASCII is handled in half the time.
export const markStart = "<foyer:";
export const markEnd = ">";
const addressMark = `${markStart}address${markEnd}`;
const tokenMark = `${markStart}token${markEnd}`;
export const keptMarks = new RegExp(`${markStart}([\\w-]+)${markEnd}`, "g");

/** Stands for what many pages have in common and is kept once. */
export function pieceMark(hash: string): string {
  return `${markStart}${hash}${markEnd}`;
}

export function hashesIn(html: string): string[] {
  const marks = new Set(Array.from(html.matchAll(keptMarks), ([, name]) => name as string));
  marks.delete("address");
  marks.delete("token");
  return [...marks];
}

export function toKept(markup: string): string {
  return markup.replaceAll(ownAddress, addressMark).replaceAll(pageToken, tokenMark);
}

const marks = /[\ufdd0-\ufddf]/g;

/** A text as it may stand in markup: nobody else's text can pretend to be one of the marks, or be half a character. */
export function unmarked(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.search(marks) === -1 ? whole : whole.replace(marks, "\ufffd");
}
