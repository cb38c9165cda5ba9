import * as z from "zod";
import { count, isInOrder, outOfOrder } from "../fields";
import type { Operation } from "../operation";
import { event, eventFilter } from "./events";

export const maxStreamsPerTenant = 100;

/** Not among the operations, because its answer never ends: `text/event-stream` instead of JSON. */
export const eventStream = {
  id: "streamEvents",
  tier: "extension",
  summary: "Follow what happens, as Server-Sent Events",
  description: `Each message has the event's position as \`id\`, its type as \`event\`, and the event in JSON as \`data\`. It goes on from the header \`Last-Event-ID\`, or else from \`after\`, or else from now. A reader that is too slow is cut off, and misses nothing when it comes back with \`Last-Event-ID\`. A tenant has at most ${maxStreamsPerTenant} streams.`,
  method: "GET",
  path: "/v0/events/stream",
  access: "events:read",
  query: z
    .strictObject({ after: count.optional().meta({ description: "The last position you have" }), ...eventFilter })
    .refine(isInOrder, outOfOrder),
  response: event,
  status: 200,
} as const satisfies Operation;
