export { forgetInAddresses, forgetVisitor } from "./forget-visitor";
