import { toTimestamp, type WebhookDisabledReason, type WebhookSubscription } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { columns, integer, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { nothing, sql, type Value } from "../../storage/sql";
import { formerSecrets, withFormer } from "../../webhooks/secrets/former-secrets";

/** Without the secret, which is read for signing alone. */
const subscriptionColumns = columns({
  subscription_id: text,
  url: text,
  events: text,
  active: integer,
  filter: optionalText,
  /** Sealed. */
  headers: optionalText,
  disabled_reason: textOf<WebhookDisabledReason | null>(),
  created_at: integer,
  updated_at: integer,
});
export type SubscriptionRow = RowOf<typeof subscriptionColumns>;
const changeableColumns = subscriptionColumns.only(
  "url",
  "events",
  "active",
  "filter",
  "headers",
  "disabled_reason",
  "updated_at",
);

export function toSubscription(row: SubscriptionRow): WebhookSubscription {
  return {
    subscriptionId: row.subscription_id,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    active: row.active === 1,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

export function findSubscription(db: Reader, tenantId: string, id: string): Promise<SubscriptionRow | undefined> {
  return db.first(
    sql`SELECT ${subscriptionColumns.names} FROM webhook_subscriptions WHERE tenant_id = ${tenantId} AND subscription_id = ${id}`,
  );
}

/** Until when deliveries are also signed with the secret that was replaced last. */
export async function findPreviousUntil({ db, tenantId, now }: Reading, id: string): Promise<number | null> {
  const row = await db.first<{ former_secrets: string | null }>(sql`
    SELECT former_secrets FROM webhook_subscriptions WHERE tenant_id = ${tenantId} AND subscription_id = ${id}`);
  return formerSecrets(row?.former_secrets ?? null, now)[0]?.until ?? null;
}

export async function forgetFailures({ db, tenantId }: Writing, id: string): Promise<void> {
  await db.run(sql`
    UPDATE webhook_health SET failures_in_a_row = 0, failing_since = NULL, failed_deliveries = 0
    WHERE tenant_id = ${tenantId} AND subscription_id = ${id}`);
}

/** Locks the row until the end of the transaction. */
export function findSubscriptionToChange(ctx: Writing, id: string): Promise<SubscriptionRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${subscriptionColumns.names} FROM webhook_subscriptions
    WHERE tenant_id = ${ctx.tenantId} AND subscription_id = ${id} ${ctx.dialect.forUpdate}`);
}

export function oldestSubscriptions(
  db: Reader,
  tenantId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<SubscriptionRow[]> {
  const [last] = (position ?? []) as [string];
  const after = position === undefined ? nothing : sql`AND subscription_id > ${last}`;
  return db.all(sql`
    SELECT ${subscriptionColumns.names} FROM webhook_subscriptions WHERE tenant_id = ${tenantId} ${after} ORDER BY subscription_id LIMIT ${limit}`);
}

/** Locks out other creations, so that the count holds until the end of the transaction. */
export async function countToAdd(ctx: Writing): Promise<number> {
  await ctx.db.lock(`webhook-subscriptions ${ctx.tenantId}`);
  const row = await ctx.db.first<{ count: number }>(sql`
    SELECT CAST(count(*) AS INTEGER) AS count FROM webhook_subscriptions WHERE tenant_id = ${ctx.tenantId}`);
  return row?.count ?? 0;
}

export async function insertSubscription(ctx: Writing, row: SubscriptionRow, secret: string): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO webhook_subscriptions (tenant_id, secret, ${subscriptionColumns.names})
    VALUES (${ctx.tenantId}, ${secret}, ${subscriptionColumns.values(row)})`);
}

export async function updateSubscriptionRow(ctx: Writing, row: SubscriptionRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE webhook_subscriptions SET ${changeableColumns.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND subscription_id = ${row.subscription_id}`);
}

/** Of a row that is locked. */
export async function replaceSecret(ctx: Writing, row: SubscriptionRow, secret: string): Promise<void> {
  const before = await ctx.db.first<{ secret: string; former_secrets: string | null }>(sql`
    SELECT secret, former_secrets FROM webhook_subscriptions
    WHERE tenant_id = ${ctx.tenantId} AND subscription_id = ${row.subscription_id}`);
  if (!before) return;
  await ctx.db.run(sql`
    UPDATE webhook_subscriptions SET former_secrets = ${withFormer(before.former_secrets, before.secret, row.updated_at)},
      secret = ${secret}, updated_at = ${row.updated_at}
    WHERE tenant_id = ${ctx.tenantId} AND subscription_id = ${row.subscription_id}`);
}

/** All of the tenant; a tenant has few. */
export function subscriptionsToChange({ db, dialect, tenantId }: Omit<Writing, "site">): Promise<SubscriptionRow[]> {
  return db.all(sql`
    SELECT ${subscriptionColumns.names} FROM webhook_subscriptions WHERE tenant_id = ${tenantId}
    ORDER BY subscription_id ${dialect.forUpdate}`);
}

/** Nothing is signed with replaced secrets any more, because they can't be decrypted. */
export async function replaceLostSecret(
  { db, tenantId }: Omit<Writing, "site">,
  row: SubscriptionRow,
  secret: string,
): Promise<void> {
  await db.run(sql`
    UPDATE webhook_subscriptions
    SET ${changeableColumns.assignments(row)}, secret = ${secret}, former_secrets = NULL
    WHERE tenant_id = ${tenantId} AND subscription_id = ${row.subscription_id}`);
}

export async function deleteSubscriptionRow(ctx: Writing, id: string): Promise<boolean> {
  await ctx.db.run(sql`DELETE FROM webhook_health WHERE tenant_id = ${ctx.tenantId} AND subscription_id = ${id}`);
  const deleted = await ctx.db.run(sql`
    DELETE FROM webhook_subscriptions WHERE tenant_id = ${ctx.tenantId} AND subscription_id = ${id}`);
  return deleted === 1;
}
