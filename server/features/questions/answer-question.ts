import type { Answer } from "../../../contract";
import { type Found, findAnswer } from "../../answers/answer";
import { quotedText } from "../../answers/passages";
import type { PassageIndex } from "../../answers/retrieval/passage-index";
import { filledText, type TokenValues } from "../../rendering/tokens";

/** What a page says to a question, in the words of one audience. */
export function answerQuestion(
  index: PassageIndex,
  question: string,
  values: TokenValues,
  likenesses: Float32Array | undefined,
): Answer & { found: Found } {
  const found = findAnswer(index, question, likenesses);
  const filled = (text: string) => filledText(text, values);
  return {
    found,
    answered: found.isAnswered,
    text: found.quoted.map(({ heading, body }) => filled(body || heading)).join("\n\n"),
    passages: found.hits.map(({ passage, score, terms }) => ({
      chunkId: passage.chunkId,
      topicId: passage.topicId,
      topicEntryId: passage.topicEntryId,
      text: filled(quotedText(passage)),
      score,
      terms,
    })),
    options: found.options.map(filled),
  };
}
