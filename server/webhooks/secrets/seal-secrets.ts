import { isSealed, type Vault } from "../../secrets/vault";
import type { Database } from "../../storage/port";
import { sql } from "../../storage/sql";
import { secretField } from "../receivers";

interface PlainSecret {
  tenant_id: string;
  subscription_id: string;
  secret: string;
}

/** Secrets from before they were encrypted, or from a backup of that time. SQL can't encrypt, so no migration does it. */
export async function sealPlainSecrets(db: Database, vault: Vault): Promise<void> {
  const rows = await db.all<PlainSecret>(
    sql`SELECT tenant_id, subscription_id, secret FROM webhook_subscriptions WHERE secret LIKE 'whsec%'`,
  );
  for (const { tenant_id, subscription_id, secret } of rows.filter((row) => !isSealed(row.secret))) {
    const sealed = vault.seal(secretField(subscription_id), secret);
    await db.transaction((tx) =>
      tx.run(sql`
        UPDATE webhook_subscriptions SET secret = ${sealed}
        WHERE tenant_id = ${tenant_id} AND subscription_id = ${subscription_id} AND secret = ${secret}`),
    );
  }
}
