export { forgetSubmissions } from "./forget";
export { type NewSubmission, recordSubmission } from "./record-submission";
export { removeUsedTokens, removeUsedTokensJob, type TokenUse, useToken } from "./used-tokens";
