export { getEvent } from "./getEvent";
export { listEvents } from "./listEvents";
