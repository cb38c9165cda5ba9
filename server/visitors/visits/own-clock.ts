import { soonestInputMs } from "../../visits/kinds";
import type { Batch } from "./batch";
import type { Networks } from "./networks";

const clockBytes = 5;

/**
 * The events of an opening of the page that is named anew, with a clock and a count of its own: those that go on would tell, beside
 * when they came, when the page was opened, and how many events it has told before. The key lives a day, so nobody can tell them later.
 */
export function onOwnClock({ events, load }: Batch, networks: Networks, now: number): Batch["events"] {
  const bytes = Buffer.from(networks.hash("clock", load, now), "base64url");
  const aheadMs = bytes.readUIntBE(0, clockBytes);
  const ahead = bytes.readUInt32BE(clockBytes) >>> 1;
  return events.map((event) => ({
    ...event,
    seq: event.seq + ahead,
    at_ms: event.type === "input" && event.at_ms < soonestInputMs ? 0 : event.at_ms + aheadMs,
    sent_ms: event.sent_ms + aheadMs,
    data: event.type === "time" ? laterEnd(event.data, aheadMs) : event.data,
  }));
}

function laterEnd(data: string, aheadMs: number): string {
  const { to } = JSON.parse(data) as { to: number };
  return JSON.stringify({ to: to + aheadMs });
}
