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
  const tenantId = await db.transaction((tx) => insertTenant(tx, name, Date.now()));
  if (tenantId === undefined) throw new Error(`There is a tenant named ${name} already`);
  return { tenantId, api: new Api(origin, await createKey(db, tenantId, ["*"])) };
}

/** Of a tenant that was made when identifiers of tenants were like all others. */
export function longTenantId(): string {
  return newId("person").replace("person", "tenant");
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
