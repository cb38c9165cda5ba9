import type { Answer } from "../../../../contract";
import { type FoundAnswer, findAnswer } from "../../../answers/answer";
import { quotedText } from "../../../answers/passages";
import type { PassageIndex } from "../../../answers/retrieval/passage-index";
import { filledText, type TokenValues } from "../../../rendering/tokens";

/** What a page says to a question, in the words of one audience. */
export function answerQuestion(
  index: PassageIndex,
  question: string,
  values: TokenValues,
  similarities: Float32Array | undefined,
): { found: FoundAnswer; text: string; options: string[] } {
  const filled = (text: string) => filledText(text, values);
  const found = findAnswer(index, question, similarities, filled);
  const text = found.quoted.map(({ heading, body }) => filled(body || heading)).join("\n\n");
  return { found, text, options: found.options.map(filled) };
}

/** The same with all that was found, for whoever tries a question. */
export function describeAnswer({ found, text, options }: ReturnType<typeof answerQuestion>, values: TokenValues): Answer {
  return {
    answered: found.isAnswered,
    text,
    passages: found.hits.map(({ passage, score, terms }) => ({
      chunkId: passage.chunkId,
      topicId: passage.topicId,
      topicEntryId: passage.topicEntryId,
      text: filledText(quotedText(passage), values),
      score,
      terms: terms(),
    })),
    options,
  };
}
