import type { ErasedPerson } from "../../erasure/erasure";
import { identifiersIn, identifiersOf } from "../../erasure/identifiers";

/** Shorter names that are written as one word may be part of other words. */
const minJoinedLength = 8;
const minNameLength = 3;
/** Digits of a phone number; fewer are the number of something else. */
const minNumberLength = 8;

/** Of a name that is written without spaces, such as 山田太郎 or 김민준. */
const unspaced = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u30fc]{3,}$/u;

/**
 * Whether a campaign on any page names the person: by first and last name, in whatever way they are joined, as their address
 * does, or by number or profile. A single word, such as a first name, may as well mean something else, and clearing it would take a
 * campaign from everybody.
 */
export function namesPerson(value: string, person: ErasedPerson): boolean {
  const { name, slug, email } = person;
  const words = wordsIn(value);
  const text = ` ${words.join(" ")} `;
  const local = wordsIn(email?.split("@")[0] ?? "");
  const names = wordsIn(name);
  return (
    [...ordersOf(names), wordsIn(slug), local].some((parts) => isFullName(parts) && has(text, parts)) ||
    (local.length === 1 && isMadeOf(local[0] as string, names) && words.includes(local[0] as string)) ||
    (unspaced.test(names.join("")) && words.join("").includes(names.join(""))) ||
    hasIdentifier(value, person)
  );
}

/** Lists have the last name first, and leave out those in the middle. */
function ordersOf(names: readonly string[]): string[][] {
  const [first = "", last = ""] = [names[0], names.at(-1)];
  return names.length > 1 ? [[...names], [first, last], [last, ...names.slice(0, -1)], [last, first]] : [];
}

function isFullName(words: readonly string[]): boolean {
  return words.length > 1;
}

function has(text: string, parts: readonly string[]): boolean {
  const joined = parts.join("");
  return text.includes(` ${parts.join(" ")} `) || (joined.length >= minJoinedLength && text.includes(` ${joined} `));
}

/** E-mail addresses are never kept. A number has lost its plus, which is a space in an address. */
function hasIdentifier(value: string, person: ErasedPerson): boolean {
  const number = person.phone_number?.replace(/\D/g, "") ?? "";
  if (
    number.length >= minNumberLength &&
    value
      .replace(/[\s().\-/]/g, "")
      .match(/\d+/g)
      ?.includes(number)
  )
    return true;
  return /linkedin\.com\//i.test(value) && identifiersIn([value]).some((identifier) => identifiersOf(person).has(identifier));
}

/** Such as "asvensson" of Anna Svensson, and not "anna", "info" or "sales". */
function isMadeOf(local: string, names: readonly string[]): boolean {
  return !names.includes(local) && names.some((name) => name.length >= minNameLength && local.includes(name));
}

function wordsIn(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
