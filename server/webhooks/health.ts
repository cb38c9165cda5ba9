import type { Writing } from "../context";
import { columns, integer, optionalInteger, type RowOf } from "../storage/columns";
import type { Reader } from "../storage/port";
import { sql } from "../storage/sql";

/** After this many failures in a row a receiver gets one request at a time. */
export const failuresUntilProbing = 5;

const healthColumns = columns({
  last_success_at: optionalInteger,
  last_failure_at: optionalInteger,
  failures_in_a_row: integer,
  failing_since: optionalInteger,
  /** Deliveries that have failed since `failing_since`. */
  failed_deliveries: integer,
});
export type Health = RowOf<typeof healthColumns>;

export const unknownHealth: Health = {
  last_success_at: null,
  last_failure_at: null,
  failures_in_a_row: 0,
  failing_since: null,
  failed_deliveries: 0,
};

export async function findHealth(db: Reader, tenantId: string, subscriptionId: string): Promise<Health> {
  const row = await db.first<Health>(sql`
    SELECT ${healthColumns.names} FROM webhook_health WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId}`);
  return row ?? unknownHealth;
}

/** Failures in a row, by subscription. Subscriptions without failures are left out. */
export async function failuresOf({ db, tenantId }: Writing): Promise<Map<string, number>> {
  const rows = await db.all<{ subscription_id: string; failures_in_a_row: number }>(sql`
    SELECT subscription_id, failures_in_a_row FROM webhook_health WHERE tenant_id = ${tenantId} AND failures_in_a_row > 0`);
  return new Map(rows.map((row) => [row.subscription_id, row.failures_in_a_row]));
}

/** Writes nothing if the subscription was deleted meanwhile. */
export async function saveHealth({ db, tenantId }: Writing, subscriptionId: string, health: Health): Promise<void> {
  await db.run(sql`
    INSERT INTO webhook_health (tenant_id, subscription_id, ${healthColumns.names})
    SELECT ${tenantId}, ${subscriptionId}, ${healthColumns.values(health)}
    WHERE EXISTS (SELECT 1 FROM webhook_subscriptions WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId})
    ON CONFLICT (tenant_id, subscription_id) DO UPDATE SET ${healthColumns.assignments(health)}`);
}

export function afterSuccess(health: Health, now: number): Health {
  return { ...unknownHealth, last_success_at: now, last_failure_at: health.last_failure_at };
}

export function afterFailure(health: Health, now: number, isFirstTry: boolean): Health {
  const isNewDelivery = isFirstTry || health.failing_since === null;
  return {
    last_success_at: health.last_success_at,
    last_failure_at: now,
    failures_in_a_row: health.failures_in_a_row + 1,
    failing_since: health.failing_since ?? now,
    failed_deliveries: health.failed_deliveries + Number(isNewDelivery),
  };
}
