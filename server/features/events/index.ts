export { type EventRow, lastPosition, lastPositions, toEvent, type WantedEvents, wantedBy } from "./queries";
export { isWanted, notReached, readFeed } from "./read-feed";
export { removeOldEvents, removeOldEventsJob } from "./remove-old-events";
