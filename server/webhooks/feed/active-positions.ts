import type { Writing } from "../../context";
import { type Sql, sql } from "../../storage/sql";

/**
 * To be called before the change's own event is recorded: a subscription gets the events that follow. Events of an earlier time in
 * which it was active may still wait for their deliveries: then it gets all since then.
 */
export async function noteActivation({ db, tenantId }: Writing, subscriptionId: string): Promise<void> {
  await db.run(sql`
    UPDATE webhook_subscriptions SET active_until = NULL, active_from = CASE
      WHEN active_until > coalesce((SELECT delivered FROM feed_positions WHERE tenant_id = ${tenantId}), 0) THEN active_from
      ELSE ${newestPosition(tenantId)} END
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId}`);
}

/** It still gets the events until now, though their deliveries may be added later. */
export async function noteDeactivation({ db, tenantId }: Writing, subscriptionId: string): Promise<void> {
  await db.run(sql`
    UPDATE webhook_subscriptions SET active_until = ${newestPosition(tenantId)}
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId}`);
}

/** The position that the newest event has or will have. */
function newestPosition(tenantId: string): Sql {
  return sql`coalesce((SELECT position FROM feed_positions WHERE tenant_id = ${tenantId}), 0)
    + (SELECT count(*) FROM events WHERE tenant_id = ${tenantId} AND position IS NULL)`;
}
