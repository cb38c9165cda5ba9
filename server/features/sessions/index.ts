export { computeSomeVisits, computeVisits } from "./compute-visits";
export { endVisits, endVisitsJob } from "./end-visits";
export { forgetInCampaigns } from "./forget/campaigns";
export { forgetRawVisits } from "./forget/raw-visits";
export { claimSent, claimSentWithDeleted } from "./forget/sent";
export { forgetInAddresses, forgetVisitor, forgetVisitorNumber, forgetVisits } from "./forget/visits";
