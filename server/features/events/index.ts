export { removeOldEvents, removeOldEventsJob } from "./remove-old-events";
