import { expect, test } from "bun:test";
import { groupQuestions } from "../../server/answers/group-questions";

const letters = (number: number) => [...String(number)].map((digit) => "bcdfghklmn"[Number(digit)]).join("a");
const shared = Array.from({ length: 60 }, (_, word) => `wo${letters(word)}`);
const own = (question: number) => Array.from({ length: 20 }, (_, word) => `xe${letters(question * 100 + word)}`);

/** Others are answered between two steps, so a step must not look at all words of all groups. */
test("grouping long questions that have most words in common is done in steps of a word", () => {
  const questions = Array.from({ length: 100 }, (_, question) => ({ text: [...shared, ...own(question)].join(" ") }));
  const steps = groupQuestions([...questions, ...questions.slice(0, 10)], []);
  let count = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      expect(value.map((group) => group.length)).toEqual([...Array(10).fill(2), ...Array(90).fill(1)]);
      break;
    }
    count += 1;
  }
  expect(count).toBeGreaterThan(questions.length * shared.length);
});
