export { answerQuestion } from "./answering/answer-question";
export { indexOfPage } from "./answering/page-index";
export { writeAnswer } from "./answering/write-answer";
export { QuestionRecorder } from "./recording/question-recorder";
export { embedPassages, keepVectors, keepVectorsJob } from "./vectors/embed-passages";
export { similaritiesTo } from "./vectors/similarities";
