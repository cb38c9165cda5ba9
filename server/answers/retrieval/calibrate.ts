import { offTopicQuestions } from "../words/off-topic";
import type { PassageIndex } from "./passage-index";

/** The bound is the mean of the off-topic questions' best scores between these two quantiles. */
const from = 0.8;
const to = 0.95;
/** Limits of the bound: a page may answer an off-topic question, or be so short that none of them finds anything. */
const highest = 0.2;
const lowest = 0.06;

/**
 * Sets the bound of each language to the score that off-topic questions reach by chance. A fixed bound would refuse too much where
 * entries are short, and too little where they have many phrasings.
 */
export function* calibrate(index: PassageIndex): Generator<undefined, void, undefined> {
  for (const language of index.languages) {
    const scores: number[] = [];
    for (const question of offTopicQuestions[language].trim().split("\n")) {
      scores.push(index.search(question, 1)[0]?.score ?? 0);
      yield;
    }
    scores.sort((one, other) => one - other);
    const chance = scores.slice(Math.floor(scores.length * from), Math.ceil(scores.length * to));
    const mean = chance.reduce((sum, score) => sum + score, 0) / chance.length;
    index.setBound(language, Math.min(highest, Math.max(lowest, mean)));
  }
}
