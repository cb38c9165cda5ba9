import type { ErasedPerson } from "../../../erasure/erasure";
import { identifiersIn, identifiersOf } from "../../../erasure/identifiers";
import { isJoined, nameWords, titles } from "../../../erasure/name-words";

/** Shorter names that are written as one word may be part of other words. */
const minJoinedLength = 8;
const minNameLength = 3;
/** Digits of a phone number; fewer are the number of something else. */
const minNumberLength = 8;

/** First and last name in one word, such as 山田太郎 or 김민준. In other writing without spaces, one word may be any word. */
const fullNameInOneWord = /^(?:\p{sc=Han}{3,}|\p{sc=Hangul}{3,})$/u;

/**
 * Whether a campaign on any page names the person: by first and last name, in whatever way they are joined, as their address
 * does, or by number or profile. A single word, such as a first name, may as well mean something else, and clearing it would take a
 * campaign from everybody.
 */
export function namesPerson(value: string, person: ErasedPerson): boolean {
  const { name, slug, email } = person;
  const words = nameWords(value);
  const text = ` ${words.join(" ")} `;
  const local = nameWords(email?.split("@")[0] ?? "");
  const names = nameWords(name);
  return (
    [...ordersOf(names), nameWords(slug), local].some((parts) => isFullName(parts) && has(text, parts)) ||
    (local.length === 1 && isMadeOf(local[0] as string, names) && words.includes(local[0] as string)) ||
    (isUnspaced(names) && words.join("").includes(names.join(""))) ||
    hasNumber(value, person.phone_number) ||
    hasProfile(value, person)
  );
}

/** Lists have the last name first, and leave out titles and the names in the middle. Initials alone would be in other campaigns too. */
function ordersOf(names: readonly string[]): string[][] {
  const bare = names.filter((name) => !titles.has(name));
  const [first = "", last = ""] = [bare[0], bare.at(-1)];
  const others = [bare, [first, last], [last, ...bare.slice(0, -1)], [last, first]];
  return [[...names], ...others.filter((order) => order.every((name) => name.length >= minNameLength))];
}

function isUnspaced(names: readonly string[]): boolean {
  const joined = names.join("");
  return names.length > 1 ? joined.length >= minNameLength && isJoined(joined) : fullNameInOneWord.test(joined);
}

function isFullName(words: readonly string[]): boolean {
  return words.length > 1;
}

function has(text: string, parts: readonly string[]): boolean {
  const joined = parts.join("");
  return text.includes(` ${parts.join(" ")} `) || (joined.length >= minJoinedLength && text.includes(` ${joined} `));
}

/** In groups of digits that follow each other, also beside other numbers. E-mail addresses are never kept. */
function hasNumber(value: string, phoneNumber: string | null): boolean {
  const number = phoneNumber?.replace(/\D/g, "") ?? "";
  if (number.length < minNumberLength) return false;
  const groups = value.replaceAll("(0)", "").match(/\d+/g) ?? [];
  return groups.some((_, from) => {
    let digits = "";
    for (let at = from; at < groups.length && digits.length < number.length; at += 1) digits += groups[at];
    return digits === number || digits === `00${number}`;
  });
}

function hasProfile(value: string, { linkedin_profile_url }: ErasedPerson): boolean {
  if (linkedin_profile_url === null || !/linkedin\.com\//i.test(value)) return false;
  const profile = identifiersOf({ email: null, phone_number: null, linkedin_profile_url });
  return identifiersIn([value]).some((identifier) => profile.has(identifier));
}

/** Such as "asvensson" of Anna Svensson, and not "anna", "info" or "sales". */
function isMadeOf(local: string, names: readonly string[]): boolean {
  return !names.includes(local) && names.some((name) => name.length >= minNameLength && local.includes(name));
}
