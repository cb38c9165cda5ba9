export { forgetSubmissions } from "./forget";
export { recordSubmission } from "./record-submission";
export {
  giveBackTokens,
  removeUsedTokens,
  removeUsedTokensJob,
  type TokenUse,
  useTokens,
} from "./used-tokens";
