import type { Writing } from "../../context";
import { recordEvent } from "../../events/record";
import type { Vault } from "../../secrets/vault";
import { secretField } from "../../webhooks/receivers";
import { newSecret } from "../../webhooks/secrets/signature";
import { allTenants } from "../tenants";
import { replaceLostSecret, type SubscriptionRow, subscriptionsToChange, toSubscription } from "./queries";

/**
 * After the key of the installation was lost: nobody can read the secrets and static headers of subscriptions any more. They get
 * new secrets, no headers, and are not active until somebody rotates the secret and so sees one. Returns how many there are.
 */
export async function resetSecrets(ctx: Omit<Writing, "tenantId" | "site">, vault: Vault): Promise<number> {
  let count = 0;
  for (const { tenant_id: tenantId } of await allTenants(ctx.db)) {
    const ofTenant = { ...ctx, tenantId };
    for (const row of await subscriptionsToChange(ofTenant)) {
      const disabled: SubscriptionRow = {
        ...row,
        active: 0,
        headers: null,
        disabled_reason: "secret_lost",
        updated_at: ctx.now,
      };
      await replaceLostSecret(ofTenant, disabled, vault.seal(secretField(row.subscription_id), newSecret()));
      await recordEvent(ofTenant, "webhook_subscription.secret_rotated", row.subscription_id, toSubscription(disabled));
      count += 1;
    }
  }
  return count;
}
