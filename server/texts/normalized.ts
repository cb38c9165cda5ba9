/** As in UAX #15, "Stream-Safe Text Format": no language writes as many on one letter. */
const maxMarks = 30;
/** Two of them are letters by their category, and become marks. */
const marks = "[\\p{M}\\uff9e\\uff9f]";
const someMarks = new RegExp(`${marks}{${maxMarks}}(?=${marks})`, "gu");
/** Has no look and no order, so that marks on both of its sides stay there. */
const joiner = "\u034f";

/**
 * Like `text.normalize(form)`. That puts the marks of one letter in order by comparing each with each: 30,000 of them, which a
 * visitor's form may bring, take ten seconds.
 */
export function normalized(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  return withFewMarks(text).normalize(form);
}

export function hasManyMarks(text: string): boolean {
  return withFewMarks(text) !== text;
}

function withFewMarks(text: string): string {
  return text.length <= maxMarks ? text : text.replace(someMarks, `$&${joiner}`);
}
