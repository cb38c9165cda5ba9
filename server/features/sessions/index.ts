export { computeSomeVisits, computeVisits } from "./compute-visits";
export { endVisits, endVisitsJob } from "./end-visits";
export { claimQuestions } from "./forget/asked";
export { forgetInCampaigns } from "./forget/campaigns";
export { forgetRawVisits } from "./forget/raw-visits";
export { forgetInAddresses, forgetVisitor, forgetVisitorNumber, forgetVisits } from "./forget/visits";
