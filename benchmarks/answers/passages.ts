/** Texts whose words are as frequent as in real ones: some are in every sixth passage, most in one or two. */
export interface Writer {
  words(count: number): string;
  faq(): string;
}

const vocabularySize = 12_000;
/** The larger, the rarer are the most frequent words that are no stop words. */
const flatness = 30;
const stopWordShare = 0.4;
const stopWords = "the of to in and for a is you can with your it on we how do what when".split(" ");
const syllables =
  "ba be bi bo da de di do fa fe ga go ha he ka ke la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve".split(
    " ",
  );
const endings = ["", "s", "ing", "ed", "tion"];

/** The same texts for the same seed. */
export function createWriter(seed: number): Writer {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const oneOf = (texts: readonly string[]) => texts[Math.floor(random() * texts.length)] as string;
  const vocabulary = Array.from(
    { length: vocabularySize },
    () => Array.from({ length: 2 + Math.floor(random() * 3) }, () => oneOf(syllables)).join("") + oneOf(endings),
  );
  const word = () => {
    if (random() < stopWordShare) return oneOf(stopWords);
    return vocabulary[Math.floor(flatness * ((vocabularySize + flatness) / flatness) ** random() - flatness)] as string;
  };
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  return { words, faq: () => `${words(8)}?\n${words(7)}?\n${words(14)}.` };
}
