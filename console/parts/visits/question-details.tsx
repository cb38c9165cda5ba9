import type { ItemOf } from "../../api/operations";
import { Properties } from "../properties";
import { fullTime } from "../time";

export function QuestionDetails({ question: { text, responseText, askedAt } }: { question: ItemOf<"listQuestions"> }) {
  return (
    <Properties
      values={{
        Question: text,
        "What the page said": responseText ?? "That it does not know",
        Asked: fullTime(askedAt),
      }}
    />
  );
}
