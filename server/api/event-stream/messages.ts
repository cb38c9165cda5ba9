import { type EventRow, isWanted, toEvent } from "../../features/events";
import type { StreamReader } from "./stream-reader";

const encoder = new TextEncoder();

export const heartbeat = encoder.encode(": heartbeat\n\n");

/** Sent at once: it shows that the stream is open, and where to go on if it breaks before the first event. */
export function openingMessage(position: number): Uint8Array {
  return encoder.encode(`id: ${position}\nretry: 1000\n\n`);
}

interface StreamMessage {
  row: EventRow;
  text: Uint8Array;
}

export function messageOf(row: EventRow): StreamMessage {
  return { row, text: encoder.encode(`id: ${row.position}\nevent: ${row.type}\ndata: ${JSON.stringify(toEvent(row))}\n\n`) };
}

/** Sends what the reader wants of these, as far as it has room. Returns whether that was all. `upTo`: the position after them. */
export function sendWanted(reader: StreamReader, messages: readonly StreamMessage[], upTo: number): boolean {
  for (const { row, text } of messages) {
    const position = row.position as number;
    if (position <= reader.position || !isWanted(row, reader.wanted)) continue;
    if (!reader.hasRoom(text.length)) return false;
    reader.send(text);
    reader.position = position;
  }
  reader.position = Math.max(reader.position, upTo);
  return true;
}
