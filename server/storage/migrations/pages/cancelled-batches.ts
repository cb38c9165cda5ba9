import type { Dialect } from "../../dialects";

/** What a batch of versions has left out: without it, one that was stopped looks as if it had been meant to be that small. */
export function cancelledBatches({ integer }: Dialect): string[] {
  return [
    `ALTER TABLE version_batches ADD COLUMN not_made ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE version_batches ADD COLUMN cancelled_at ${integer}`,
  ];
}
