import { defaultTenantName, findTenantByName } from "../server/features/tenants";
import type { Reader } from "../server/storage/port";
import { Failure } from "./failure";
import { asTyped } from "./typed";

/** `--tenant`, or the tenant of the first start. */
export async function findTenantId(db: Reader, name: string = defaultTenantName): Promise<string> {
  const tenant = await findTenantByName(db, name);
  if (!tenant) throw new Failure(`There is no tenant named ${name}; "${asTyped("tenants list")}" shows those there are`);
  return tenant.tenant_id;
}
