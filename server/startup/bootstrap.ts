import { findKeyByHash, hashSecret, issueKey } from "../features/api-keys";
import { noteRenderer } from "../features/publishing";
import { defaultTenantName, findTenantByName, insertTenant } from "../features/tenants";
import type { IdPrefix } from "../records/ids";
import { tenantsLock } from "../storage/locks";
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
    await tx.lock(tenantsLock);
    const existing = await findTenantByName(tx, defaultTenantName);
    const tenantId = existing?.tenant_id ?? (await insertTenant(tx, defaultTenantName, now));
    if (tenantId === undefined) throw new Error("The first tenant's name is taken");
    if (!existing) await noteRenderer(tx);
    const ctx = { db: tx, tenantId, now, newId };
    if (givenKey !== undefined) {
      if (await findKeyByHash(tx, hashSecret(givenKey))) return undefined;
      await issueKey(ctx, { name: "FOYER_API_KEY", scopes: ["*"], secret: givenKey });
      return undefined;
    }
    return existing ? undefined : (await issueKey(ctx, { name: "first key", scopes: ["*"] })).key;
  });
}
