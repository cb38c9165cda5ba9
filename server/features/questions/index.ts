export { answerQuestion } from "./answer-question";
export { indexOfPage } from "./page-index";
export { QuestionRecorder } from "./question-recorder";
export { embedPassages, keepVectors, keepVectorsJob } from "./vectors/embed-passages";
export { similaritiesTo } from "./vectors/similarities";
export { writeAnswer } from "./write-answer";
