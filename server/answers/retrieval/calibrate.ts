import { offTopicQuestions } from "../words/off-topic";
import type { PassageIndex } from "./passage-index";

/** Of what is found for questions that are off the topic, this part of the scores, from the best, is where the bound is. */
const from = 0.8;
const to = 0.95;
/** A page may happen to be about what the questions are about, or have so little that none of them finds anything. */
const highest = 0.2;
const lowest = 0.06;

/**
 * Sets the bound of each language to what chance reaches in this index. A fixed bound would refuse too much where entries are short,
 * and too little where they have many phrasings.
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
