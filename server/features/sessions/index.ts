export { computeSomeVisits, computeVisits } from "./compute-visits";
export { endVisits, endVisitsJob } from "./end-visits";
export {
  forgetInAddresses,
  forgetInCampaigns,
  forgetRawVisits,
  forgetVisitor,
  forgetVisitorNumber,
  forgetVisits,
} from "./forget";
