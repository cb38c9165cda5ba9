import type { Scope } from "../../../contract";
import { issueKey } from "../../../server/features/api-keys";
import { insertTenant } from "../../../server/features/tenants";
import { createIds } from "../../../server/records/ids";
import type { Database } from "../../../server/storage/port";
import { Api } from "./api";
import type { TestService } from "./service";

const newId = createIds(Date.now);

export interface Tenant {
  tenantId: string;
  api: Api;
}

/** Another tenant on the same service, as the command line makes one. */
export async function createTenant({ db, origin }: Pick<TestService, "db" | "origin">, name: string): Promise<Tenant> {
  const row = { tenant_id: newId("tenant"), name, created_at: Date.now() };
  await db.transaction((tx) => insertTenant(tx, row));
  return { tenantId: row.tenant_id, api: new Api(origin, await createKey(db, row.tenant_id, ["*"])) };
}

export async function createKey(
  db: Database,
  tenantId: string,
  scopes: readonly Scope[],
  expiresAt: number | null = null,
): Promise<string> {
  const issued = await db.transaction((tx) =>
    issueKey({ db: tx, tenantId, now: Date.now(), newId }, { name: "key of a test", scopes, expiresAt }),
  );
  return issued.key;
}
