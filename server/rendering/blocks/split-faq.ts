interface Faq {
  question: string;
  /** Other ways to ask the same. They are not shown. */
  alternatives: string[];
  answer: string;
}

/** The first line is the question. Later lines that end with a question mark are other ways to ask it, the rest is the answer. */
export function splitFaq(content: string): Faq {
  const [question = "", ...lines] = content.trim().split(/\r\n|\r|\n/);
  const alternatives: string[] = [];
  const answer = lines.filter((line) => {
    const isAlternative = questionMark.test(line);
    if (isAlternative) alternatives.push(line.trim());
    return !isAlternative;
  });
  return { question: question.trim(), alternatives, answer: answer.join("\n").trim() };
}

/** Those of the page's languages, and the full-width one. */
const questionMark = /[?؟？]\s*$/;
