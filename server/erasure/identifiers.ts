import { hash } from "node:crypto";
import { domainToASCII } from "node:url";
import { normalized } from "../texts/normalized";
import { trimmed, trimmedEnd } from "../texts/trimmed";

const maxEmailLength = 320;
const maxPhoneDigits = 15;
/** Of one question or form. Whole values come first, so only a text that lists dozens of addresses exceeds it. */
const maxIdentifiers = 50;

const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u;
const phonePattern = /^\+[1-9]\d{1,14}$/;
const profilePattern = /(?:^|[/.])linkedin\.com\/(in|pub)\/([^\s/?#]+)/u;

/** What a person can be known by outside of Foyer. */
export interface Identified {
  email: string | null;
  phone_number: string | null;
  linkedin_profile_url: string | null;
}

/** A person's identifiers, by hash. */
export function identifiersOf({ email, phone_number, linkedin_profile_url }: Identified): Map<string, string> {
  const known = new Map<string, string>();
  if (email !== null) known.set(hashOf(emailOf(email)), email);
  if (phone_number !== null) known.set(hashOf(phoneOf(phone_number) ?? phone_number), phone_number);
  if (linkedin_profile_url !== null) known.set(hashOf(profileOf(linkedin_profile_url)), linkedin_profile_url);
  return known;
}

export function hashOfPerson(personId: string): string {
  return hashOf(`person:${personId}`);
}

/** Hashes of the identifiers in what a visitor wrote: whole values, and those that occur in longer texts. */
export function identifiersIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const identifier = identifierOf(text);
    if (identifier !== undefined) found.add(identifier);
  }
  for (const text of texts) {
    if (found.size >= maxIdentifiers) break;
    for (const identifier of mentionedIn(visibleText(text.replaceAll("\u200b", " ")))) found.add(identifier);
  }
  return [...found].slice(0, maxIdentifiers).map(hashOf);
}

/** Of a value that is nothing but an e-mail address, a phone number or the address of a profile: its kind, a colon, and one spelling. */
export function identifierOf(value: string): string | undefined {
  const text = plain(value);
  if (text.length <= maxEmailLength && emailPattern.test(text)) return emailOf(text);
  return phoneOf(text) ?? (/^https?:\/\/\S+$/.test(text) || profilePattern.test(text) ? profileOf(text) : undefined);
}

function* mentionedIn(text: string): Generator<string> {
  for (const word of text.split(/[\s<>()[\]{},;:="|\\/«»“”„、。，；]+/u)) {
    const address = trimmed(word, "'’‘`*!?.…");
    if (address.length <= maxEmailLength && emailPattern.test(address)) yield emailOf(address);
  }
  for (const [run] of text.matchAll(/(?:\+|(?<![\d+])00)[\d \t().\-/\u2010-\u2015]*\d/gu)) {
    const number = phoneOf(withoutTrailingNumbers(run));
    if (number !== undefined) yield number;
  }
  for (const [address] of text.matchAll(/linkedin\.com\/(?:in|pub)\/[^\s/?#<>"'()[\],;]+/giu)) {
    yield profileOf(trimmedEnd(address, ".!"));
  }
}

/** A date or a second number may follow a phone number: groups of digits beyond the longest number are left out. */
function withoutTrailingNumbers(run: string): string {
  const maxDigits = run.startsWith("+") ? maxPhoneDigits : maxPhoneDigits + 2;
  const [first = "", ...groups] = run.split(/(?=[ \t])/);
  let digits = digitsIn(first);
  const end = groups.findIndex((group) => {
    digits += digitsIn(group);
    return digits > maxDigits;
  });
  return end < 0 ? run : [first, ...groups.slice(0, end)].join("");
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, "").length;
}

function emailOf(value: string): string {
  const text = plain(value);
  const at = text.lastIndexOf("@") + 1;
  return `email:${text.slice(0, at)}${domainToASCII(text.slice(at)) || text.slice(at)}`;
}

/** As E.164 has it; undefined for a number without a country, which is nobody's for certain. */
function phoneOf(value: string): string | undefined {
  const number = plain(value)
    .replace(/^tel:/, "")
    .replace(/\(0\)/g, "")
    .replace(/[\s().\-/\u2010-\u2015]/g, "")
    .replace(/^00/, "+");
  return phonePattern.test(number) ? `phone:${number}` : undefined;
}

/** A LinkedIn profile has many addresses, by country, device and campaign. */
function profileOf(value: string): string {
  const text = plain(value);
  const [, section, name] = profilePattern.exec(text) ?? [];
  if (name !== undefined) return `profile:linkedin.com/${section}/${decoded(name)}`;
  const address = text.replace(/^https?:\/\/(www\.)?/, "").replace(/[?#].*$/s, "");
  return `profile:${trimmedEnd(address, "/")}`;
}

function decoded(name: string): string {
  try {
    return plain(decodeURIComponent(name));
  } catch {
    return name;
  }
}

/** SQL's lower() knows ASCII alone. */
function plain(value: string): string {
  return normalized(visibleText(value).trim().toLowerCase(), "NFC");
}

/**
 * The letters and digits that somebody sees, whatever keyboard they were typed with. A number that is copied from a list of contacts
 * often brings invisible marks of direction along.
 */
export function visibleText(value: string): string {
  return normalized(value, "NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** One length for all, because an address may be longer than an index takes. */
export function hashOf(identifier: string): string {
  return hash("sha256", identifier, "base64url");
}
