export { answerQuestion } from "./answer-question";
export { indexOfPage } from "./page-index";
export { recordQuestion } from "./record-question";
export { writeAnswer } from "./write-answer";
