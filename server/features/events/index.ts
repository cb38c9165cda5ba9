import { getEvent } from "./getEvent";
import { listEvents } from "./listEvents";

export const eventHandlers = { getEvent, listEvents };
