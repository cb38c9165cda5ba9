import type { VersionBatch } from "../../../contract";

/** How often what is being built is looked at. */
export const runningMs = 1_000;

export function builtOf(batch: VersionBatch): number {
  return Math.max(0, batch.total - leftOf(batch) - batch.states.cancelled);
}

export function leftOf({ states }: VersionBatch): number {
  return states.pending + states.queued + states.processing;
}
