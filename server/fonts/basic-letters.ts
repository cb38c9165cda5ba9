/** The letters of the files in `basic`, as in a stylesheet: what texts in Western Europe are mostly made of. */
export const basicLetters =
  "U+20-7E,U+A0-A1,U+A9,U+AB,U+B7,U+BB,U+BF-C0,U+C4,U+C7,U+C9,U+D6,U+DC,U+DF-E4,U+E7-EF,U+F1-F6,U+F9-FC,U+153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+20AC,U+2212";
