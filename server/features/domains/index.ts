export { findVerifiedDomain, keepDomain } from "./queries";
