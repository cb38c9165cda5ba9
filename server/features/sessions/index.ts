export { forgetInAddresses, forgetVisitor, forgetVisits } from "./forget";
