import { findKeyByHash, hashSecret, issueKey } from "../features/api-keys";
import { noteRenderer } from "../features/publishing";
import { defaultTenantName, findTenantByName, insertTenant, type TenantRow } from "../features/tenants";
import type { IdPrefix } from "../records/ids";
import { firstTenantLock } from "../storage/locks";
import type { Database } from "../storage/port";

interface Bootstrap {
  db: Database;
  now: number;
  newId: (prefix: IdPrefix) => string;
  /** `FOYER_API_KEY`. */
  givenKey: string | undefined;
}

/** Makes the first tenant and key. Returns the key if it was generated, because it can't be read again. */
export function bootstrap({ db, now, newId, givenKey }: Bootstrap): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await tx.lock(firstTenantLock);
    const existing = await findTenantByName(tx, defaultTenantName);
    const tenant: TenantRow = existing ?? { tenant_id: newId("tenant"), name: defaultTenantName, created_at: now };
    const ctx = { db: tx, tenantId: tenant.tenant_id, now, newId };
    if (!existing) await Promise.all([insertTenant(tx, tenant), noteRenderer(tx)]);
    if (givenKey !== undefined) {
      if (await findKeyByHash(tx, hashSecret(givenKey))) return undefined;
      await issueKey(ctx, { name: "FOYER_API_KEY", scopes: ["*"], secret: givenKey });
      return undefined;
    }
    return existing ? undefined : (await issueKey(ctx, { name: "first key", scopes: ["*"] })).key;
  });
}
