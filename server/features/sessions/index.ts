export { computeSomeVisits, computeVisits } from "./compute-visits";
export { endVisits, endVisitsJob } from "./end-visits";
export { forgetInAddresses, forgetRawVisits, forgetVisitor, forgetVisitorNumber, forgetVisits } from "./forget";
