export { findSubscription, findSubscriptionToChange } from "./queries";
export { resetSecrets } from "./reset-secrets";
