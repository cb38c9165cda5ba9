export { forgetSubmissions } from "./forget";
export { type NewSubmission, recordSubmission } from "./record-submission";
export {
  giveBackTokens,
  removeUsedTokens,
  removeUsedTokensJob,
  type TokenUse,
  useToken,
  useTokens,
} from "./used-tokens";
