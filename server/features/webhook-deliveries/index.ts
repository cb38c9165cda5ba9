export { recoverDeliveries } from "./recover-deliveries";
export { removeOldDeliveries, removeOldDeliveriesJob } from "./remove-old-deliveries";
