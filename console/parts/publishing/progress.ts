import type { VersionBatch } from "../../../contract";
import { formatted } from "../time";

/** How often what is being built is looked at. */
export const runningMs = 1_000;

export function builtOf(batch: VersionBatch): number {
  return Math.max(0, batch.total - leftOf(batch) - batch.states.cancelled);
}

export function leftOf({ states }: VersionBatch): number {
  return states.pending + states.queued + states.processing;
}

/** All audiences that it was meant for. */
export function wantedOf({ total, notMade }: VersionBatch): number {
  return total + notMade;
}

/** "Stopped: 400 of 1,050 built" */
export function builtInWords(batch: VersionBatch): string {
  const words = `${formatted(builtOf(batch))} of ${formatted(wantedOf(batch))} built`;
  if (batch.cancelledAt === null) return batch.notMade > 0 ? `Ended early: ${words}` : words;
  return `${batch.done ? "Stopped" : "Stopping"}: ${words}`;
}
