export { createEntryFromQuestion } from "./createEntryFromQuestion";
export { deleteQuestion } from "./deleteQuestion";
export { listQuestionGroups } from "./listQuestionGroups";
export { listQuestions } from "./listQuestions";
export { tryQuestion } from "./tryQuestion";
export { updateQuestion } from "./updateQuestion";
