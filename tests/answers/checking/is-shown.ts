import { CheckedSentences } from "../../../server/answers/model/checking/checked-sentences";

/** Whether visitors see the sentence when a model writes it from this passage. */
export function isShown(passage: string, text: string): boolean {
  const checking = new CheckedSentences([passage]);
  return [...checking.push(`${text} [1].`), ...checking.end()].length === 1;
}
