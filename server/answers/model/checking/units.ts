import { normalized } from "../../../texts/normalized";
import { trimmedEnd } from "../../../texts/trimmed";
import { withoutMarks } from "../../words/fold";

/** What a text is compared by. Positions in the list are the distances between units. */
export type Unit = WordUnit | { kind: "link" | "token" | "number" | "sign"; text: string };

export interface WordUnit {
  kind: "word";
  text: string;
  folded: string;
  isCapitalized: boolean;
  /** In other scripts, names have no capitals, or the words for "not" and for numbers are not known. */
  isLatin: boolean;
}

/** Also "@name" and "#name". Parts have a limit, because a long run of them would be read again from each of its letters. */
const link =
  /[@#][\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}|[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>()[\]"'{}]+|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]+|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}(?:\/[^\s<>()[\]"'{}]*)?/iu;
const token = /\{\{\p{Nd}+\}\}/u;
const number = /\p{N}(?:[\p{N}.,:/’'–-]*\p{N})?(?![\p{L}\p{M}])/u;
const word = /[\p{L}\p{M}\p{N}]+/u;
/** "< 30 €" and "30+ days" bound a number. */
const sign = /[\p{Sc}%‰°+<>=±×÷≤≥≈−]/u;
const anyUnit = new RegExp(
  `(?<link>${link.source})|(?<token>${token.source})|(?<number>${number.source})|(?<word>${word.source})|(?<sign>${sign.source})`,
  "giu",
);

export function unitsIn(text: string): Unit[] {
  return [...spelledAlike(text).matchAll(anyUnit)].map(({ groups = {} }) => {
    if (groups.link !== undefined) return { kind: "link", text: trimmedEnd(groups.link, ".,;:!?") };
    if (groups.token !== undefined) return { kind: "token", text: groups.token };
    if (groups.number !== undefined) return { kind: "number", text: groups.number };
    if (groups.sign !== undefined) return { kind: "sign", text: groups.sign };
    return wordUnit(groups.word as string);
  });
}

function wordUnit(text: string): WordUnit {
  const lower = text.toLowerCase();
  const [first = ""] = text;
  return {
    kind: "word",
    text: lower,
    folded: withoutMarks(lower.replaceAll("ß", "ss")),
    isCapitalized: first !== first.toLowerCase() || /\p{Lu}/u.test(text),
    isLatin: /^[\p{Script=Latin}\p{M}\p{N}]+$/u.test(text),
  };
}

/** An English "not" is often the end of another word, and "p.m." is one. */
function spelledAlike(text: string): string {
  return text
    .replace(/\bcan(?:['’]t|not)\b/gi, "can not")
    .replace(/\bwon['’]t\b/gi, "will not")
    .replace(/n['’]t\b/gi, " not")
    .replace(/\b(are|is|was|were|does|did|has|have|had|could|should|would|must|need)nt\b/gi, "$1 not")
    .replace(/\b([ap])\.m\b\.?/gi, "$1m");
}

const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** One spelling for each character. Characters that nobody sees could hide a word from the check, or turn a line around. */
export function plainText(text: string): string {
  return normalized(text, "NFKC").replace(/\s+/gu, " ").replace(invisible, "");
}
