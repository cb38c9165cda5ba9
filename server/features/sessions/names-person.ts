import type { ErasedPerson } from "../../erasure/erasure";

/** Shorter names that are written as one word may be part of other words. */
const minJoinedLength = 8;
const minNameLength = 3;

/**
 * Whether a campaign on any page names the person: by first and last name, in whatever way they are joined, or as their address
 * does. A single word, such as a first name, may as well mean something else, and clearing it would take a campaign from everybody.
 */
export function namesPerson(value: string, { name, slug, email }: ErasedPerson): boolean {
  const words = wordsIn(value);
  const text = ` ${words.join(" ")} `;
  const local = wordsIn(email?.split("@")[0] ?? "");
  const names = wordsIn(name);
  return (
    [names, wordsIn(slug), local].some((parts) => isFullName(parts) && has(text, parts)) ||
    (local.length === 1 && isMadeOf(local[0] as string, names) && words.includes(local[0] as string))
  );
}

function isFullName(words: readonly string[]): boolean {
  return words.length > 1;
}

function has(text: string, parts: readonly string[]): boolean {
  const joined = parts.join("");
  return text.includes(` ${parts.join(" ")} `) || (joined.length >= minJoinedLength && text.includes(` ${joined} `));
}

/** Such as "asvensson" of Anna Svensson, and not "anna", "info" or "sales". */
function isMadeOf(local: string, names: readonly string[]): boolean {
  return !names.includes(local) && names.some((name) => name.length >= minNameLength && local.includes(name));
}

function wordsIn(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
