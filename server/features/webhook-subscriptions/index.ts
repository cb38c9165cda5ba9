export { findSubscription, findSubscriptionToChange } from "./queries";
