import { expect, test } from "bun:test";
import { unitsIn } from "../../../server/answers/model/checking/units";
import { caseFolded, withoutMarks } from "../../../server/answers/words/fold";
import { identifiersIn } from "../../../server/erasure/identifiers";
import { normalPath } from "../../../server/features/page-links";
import { wordsOf } from "../../../server/features/publishing/build/rank-words";
import { folded } from "../../../server/search/text";
import type { Database } from "../../../server/storage/port";
import { normalized } from "../../../server/texts/normalized";
import { Hosts } from "../../../server/visitors/routing/hosts";
import { cpuMsOf } from "../../support/service/processor-time";

/** Four times as long a text takes four times as long, and not sixteen times; with room for what else the machine does. */
const longer = 4;
const mostTimes = 9;
const length = 2_500;

const work: Record<string, (text: string) => unknown> = {
  "people are looked for in it": (text) => identifiersIn([text]),
  "a model's sentence is compared with it": unitsIn,
  "it is searched": folded,
  "its words are compared": (text) => withoutMarks(caseFolded(text)),
  "pages are ranked by it": wordsOf,
  "it is a path": (text) => normalPath(`/${text}`),
  "it is a host": (text) => hosts.find(text),
};

/** No domain is looked for: none of the texts is one. */
const hosts = new Hosts({} as Database, "http://pages.example");

const texts: Record<string, string> = {
  "marks of two kinds on one letter": "\u0301\u0327",
  "points of Hebrew": "\u05b8\u05bc",
  "voiced marks between accents": "\uff9e\u0301",
  "a number without end": "1 ",
  "numbers that begin with zeroes": " 00",
  "quotation marks": "'",
  "full stops": ".",
  slashes: "/",
  spaces: " ",
};
const starts = ["a", "+1", "http://x", "linkedin.com/in/x"];

for (const [name, piece] of Object.entries(texts)) {
  test.each(Object.entries(work))(`${name}: a longer text takes no more than its length while %s`, (_, does) => {
    for (const start of starts) {
      const text = (characters: number) => `${start}${piece.repeat(characters / piece.length)}a`;
      const times = [0, 1, 2].map(() => leastMs(does, text(length * longer)) / Math.max(1, leastMs(does, text(length))));
      expect(Math.min(...times)).toBeLessThan(mostTimes);
    }
  });
}

test("what any language writes is put in the same order as without a limit", () => {
  const written = ["e\u0327\u0301", "\u1ea5\u0323", "שָׁלוֹם", "ｶﾞ", "각", "a\u0301".repeat(500), "\u0301".repeat(30), "ﬁ", "①"];
  for (const form of ["NFC", "NFKC", "NFKD"] as const) {
    for (const text of written) expect(normalized(text, form)).toBe(text.normalize(form));
  }
});

function leastMs(does: (text: string) => unknown, text: string): number {
  return Math.min(...[0, 1].map(() => cpuMsOf(() => does(text))));
}
