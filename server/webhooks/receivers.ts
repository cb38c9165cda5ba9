import type { EventData } from "../../contract";
import type { Writing } from "../context";
import { recordEvent } from "../events/record";
import type { Vault } from "../secrets/vault";
import type { Reader } from "../storage/port";
import { sql } from "../storage/sql";
import { withoutEmails } from "../texts/without-emails";
import { linkQuotedResponse } from "./deliveries/quoted-responses";
import { noteDeactivation } from "./feed/active-positions";
import { formerSecrets } from "./secrets/former-secrets";
import { signingKey } from "./secrets/signature";

/** A subscription as far as sending needs it. */
interface ReceiverRow {
  subscription_id: string;
  url: string;
  active: number;
  secret: string;
  former_secrets: string | null;
  headers: string | null;
}

export interface Receiver {
  url: string;
  isActive: boolean;
  /** Of the current secret, and of those before while they are still valid. */
  signingKeys: readonly Buffer[];
  headers: Readonly<Record<string, string>>;
}

export async function findReceiver(
  db: Reader,
  vault: Vault,
  tenantId: string,
  subscriptionId: string,
  now: number,
): Promise<Receiver | undefined> {
  const row = await db.first<ReceiverRow>(sql`
    SELECT subscription_id, url, active, secret, former_secrets, headers FROM webhook_subscriptions
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId}`);
  if (!row) return undefined;
  const open = (sealed: string) => vault.open(secretField(subscriptionId), sealed);
  const former = formerSecrets(row.former_secrets, now).map(({ secret }) => secret);
  return {
    url: row.url,
    isActive: row.active === 1,
    signingKeys: [row.secret, ...former].map((secret) => signingKey(open(secret))),
    headers: openHeaders(vault, subscriptionId, row.headers),
  };
}

/** Which field of which record a sealed text belongs to. */
export function secretField(subscriptionId: string): string {
  return `webhook secret ${subscriptionId}`;
}

function headersField(subscriptionId: string): string {
  return `webhook headers ${subscriptionId}`;
}

interface Header {
  name: string;
  value: string;
}

export function sealHeaders(vault: Vault, subscriptionId: string, headers: readonly Header[]): string | null {
  if (headers.length === 0) return null;
  const byName = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  return vault.seal(headersField(subscriptionId), JSON.stringify(byName));
}

export function openHeaders(vault: Vault, subscriptionId: string, sealed: string | null): Record<string, string> {
  return sealed === null ? {} : (JSON.parse(vault.open(headersField(subscriptionId), sealed)) as Record<string, string>);
}

const maxQuotedLength = 500;

interface LastTry {
  eventId: string;
  eventType: string;
  status: number | null;
  answer: string | null;
}

/** What is pending stays so, and is sent once the subscription is active again. */
export async function disableSubscription(
  ctx: Writing,
  subscriptionId: string,
  url: string,
  reason: EventData<"webhook_subscription.disabled">["reason"],
  last: LastTry,
): Promise<void> {
  const changed = await ctx.db.run(sql`
    UPDATE webhook_subscriptions SET active = 0, disabled_reason = ${reason}, updated_at = ${ctx.now}
    WHERE tenant_id = ${ctx.tenantId} AND subscription_id = ${subscriptionId} AND active = 1`);
  if (changed === 0) return;
  const eventId = ctx.newId("event");
  await Promise.all([
    noteDeactivation(ctx, subscriptionId),
    recordEvent({ ...ctx, newId: () => eventId }, "webhook_subscription.disabled", subscriptionId, {
      subscriptionId,
      url,
      reason,
      lastEvent: { eventId: last.eventId, type: last.eventType },
      status: last.status,
      answer: last.answer && quoted(last.answer),
    }),
    linkQuotedResponse(ctx, last.eventId, eventId),
  ]);
}

/** Without e-mail addresses: an answer may name persons whom the event that was sent does not name. */
function quoted(answer: string): string {
  // Twice as much is searched, so that addresses at the end are whole.
  const beginning = answer.slice(0, 2 * maxQuotedLength);
  return withoutEmails(beginning).slice(0, maxQuotedLength).toWellFormed();
}
