import { issueKey } from "../../server/features/api-keys";
import { insertTenant } from "../../server/features/tenants";
import { tenantIdentifier } from "../../server/records/tenant-ids";
import { command } from "../command";
import { Failure, WrongUsage } from "../failure";

const maxNameLength = 63;

export const tenantsCreate = command({
  name: "tenants create",
  positionals: ["NAME"],
  options: {},
  usage: "",
  about: "make a tenant and its first key",
  makesDatabase: true,
  async run(ctx, { positionals }) {
    const name = checkedName(positionals[0] as string);
    const db = await ctx.database();
    const { tenantId, key, keyId } = await db.transaction(async (tx) => {
      const added = await insertTenant(tx, name, ctx.now);
      if (added === undefined) throw new Failure(`There is a tenant named ${name} already`);
      const making = { db: tx, tenantId: added, now: ctx.now, newId: ctx.newId };
      const issued = await issueKey(making, { name: "first key", scopes: ["*"] });
      return { ...issued, tenantId: tenantIdentifier(added) };
    });
    return {
      text: `Tenant ${name} is ${tenantId}. Its first API key, shown this once:\n\n  ${key}`,
      data: { tenantId, name, keyId, key },
    };
  },
});

/** The name becomes part of page addresses. */
function checkedName(name: string): string {
  if (name.length <= maxNameLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name;
  throw new WrongUsage(
    `A tenant's name must be lowercase letters and digits joined by single hyphens, ${maxNameLength} at the most`,
  );
}
