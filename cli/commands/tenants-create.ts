import { issueKey } from "../../server/features/api-keys";
import { insertTenant } from "../../server/features/tenants";
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
    const tenantId = ctx.newId("tenant");
    const db = await ctx.database();
    const { key, keyId } = await db.transaction(async (tx) => {
      await tx.lock("bootstrap");
      const inserted = await insertTenant(tx, { tenant_id: tenantId, name, created_at: ctx.now });
      if (!inserted) throw new Failure(`There is a tenant named ${name} already`);
      return issueKey({ db: tx, tenantId, now: ctx.now, newId: ctx.newId }, { name: "first key", scopes: ["*"] });
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
