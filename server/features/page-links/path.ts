import { hasManyMarks } from "../../texts/normalized";
import { percentDecoded } from "../../texts/percent-decoded";

/** In UTF-8. Small enough for an index of either engine. */
export const maxPathBytes = 2_048;

type NormalPath = { path: string } | { fault: string };

/**
 * The one spelling under which a path is stored and looked up. All spellings of a path have the same normal form, and a normal
 * form is its own.
 */
export function normalPath(text: string): NormalPath {
  if (text.length <= maxPathBytes && plain.test(text)) return { path: text };
  const fault = faultInSpelling(text);
  if (fault !== undefined) return { fault };
  const read = percentDecoded(text);
  if (read === undefined) return { fault: "must be percent-encoded UTF-8" };
  if (unseen.test(read)) return { fault: "must not have control or invisible characters" };
  if (hasManyMarks(read)) return { fault: "must not have more than 30 marks on one letter" };
  const segments = segmentsOf(withMarkers(text).normalize("NFC"));
  if (segments.includes("")) return { fault: "must not have an empty segment, as in //" };
  if (segments.some((segment) => segment === "." || segment === "..")) return { fault: "must not have a . or .. segment" };
  const path = `/${segments.map(spelled).join("/")}`;
  if (isReserved(path)) return { fault: "is kept for the service itself" };
  if (Buffer.byteLength(path) > maxPathBytes) return { fault: `must have at most ${maxPathBytes} bytes in UTF-8` };
  return { path };
}

/** A fast way for most paths: these are in their normal form and never reserved. */
const plain = /^(?:\/[a-z0-9-]+)+$/;

function faultInSpelling(text: string): string | undefined {
  if (/[?#]/.test(text)) return "must not have a query or fragment";
  if (/\\|%5c/i.test(text)) return "must not have a backslash";
  if (/%2f/i.test(text)) return "must not have an escaped slash";
  return undefined;
}

const escapes = /(?:%[0-9a-f]{2})+/gi;

/** Control, format, private and unassigned characters, ignorable ones, line separators, and the blank Braille pattern. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** Characters that mean something else in a path when they are escaped. */
const ownMeaning = /[!$&'()*+,;=:@]/g;
const markerBase = 0xe000;

/**
 * Decodes all escapes but those with a meaning of their own. These become private-use characters, which are refused elsewhere,
 * so that Unicode normalization can't combine them with their neighbours.
 */
function withMarkers(text: string): string {
  return text.replace(escapes, (run) =>
    decodeURIComponent(run).replace(ownMeaning, (own) => String.fromCharCode(markerBase + own.charCodeAt(0))),
  );
}

function segmentsOf(path: string): string[] {
  return path === "/" ? [] : path.replace(/^\//, "").replace(/\/$/, "").split("/");
}

const standing = /[\w.~!$&'()*+,;=:@-]|(?![\u0000-\u007f])[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

function spelled(segment: string): string {
  let text = "";
  let joinable = false;
  for (const character of segment) {
    // A combining mark must not follow a slash or an escape, because it would combine with its last character.
    joinable = standing.test(character) && (joinable || !/\p{M}/u.test(character));
    text += joinable ? character : escaped(character);
  }
  return text;
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  const meant = code >= markerBase && code < markerBase + 0x80 ? String.fromCharCode(code - markerBase) : character;
  return Buffer.from(meant).reduce((text, byte) => `${text}%${byte.toString(16).toUpperCase().padStart(2, "0")}`, "");
}

const ownFiles = new Set(["/robots.txt", "/sitemap.xml", "/favicon.ico"]);

function isReserved(path: string): boolean {
  return ownFiles.has(path) || /^\/_foyer(\/|$)/i.test(path);
}
