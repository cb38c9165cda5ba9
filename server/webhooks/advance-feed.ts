import type { Writing } from "../context";
import { type Added, addDeliveries } from "./add-deliveries";
import { numberEvents } from "./number-events";

export interface Advance extends Omit<Added, "isMore"> {
  hasUnnumbered: boolean;
  hasUndelivered: boolean;
}

/** Numbers new events and adds deliveries. Undefined while another process does so. */
export async function advanceFeed(
  ctx: Omit<Writing, "tenantId">,
  room: number,
  lastTenant: string,
): Promise<Advance | undefined> {
  if (!(await ctx.db.tryLock("feed"))) return undefined;
  const hasUnnumbered = await numberEvents(ctx);
  if (room <= 0) return { deliveries: 0, lastTenant, hasUnnumbered, hasUndelivered: true };
  const { isMore: hasUndelivered, ...added } = await addDeliveries(ctx, room, lastTenant);
  return { ...added, hasUnnumbered, hasUndelivered };
}
