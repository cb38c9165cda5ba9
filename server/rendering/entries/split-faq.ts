import { atOnce, eachLine, type Steps } from "../../event-loop/steps";

interface Faq {
  question: string;
  /** Other ways to ask the same. They are not shown. */
  alternatives: string[];
  answer: string;
}

/** The first line is the question. Later lines that end with a question mark are other ways to ask it, the rest is the answer. */
export function splitFaq(content: string): Faq {
  return atOnce(faqSteps(content));
}

export function* faqSteps(content: string): Steps<Faq> {
  let question = "";
  const [alternatives, answer]: [string[], string[]] = [[], []];
  yield* eachLine(content.trim(), (line, index) => {
    if (index === 0) question = line;
    else if (questionMark.test(line)) alternatives.push(line.trim());
    else answer.push(line);
  });
  return { question: question.trim(), alternatives, answer: answer.join("\n").trim() };
}

/** False for a question that nobody has answered yet. One line that asks nothing is its own answer. */
export function saysSomething({ question, answer }: Pick<Faq, "question" | "answer">): boolean {
  return answer !== "" || !questionMark.test(question);
}

/** Those of the page's languages, and the full-width one. */
const questionMark = /[?؟？]\s*$/;
