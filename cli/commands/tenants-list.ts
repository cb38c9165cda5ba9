import { toTimestamp } from "../../contract";
import { allTenants } from "../../server/features/tenants";
import { tenantIdentifier } from "../../server/records/tenant-ids";
import { command } from "../command";
import { day, grid } from "../grid";

export const tenantsList = command({
  name: "tenants list",
  positionals: [],
  options: {},
  usage: "",
  about: "list all tenants",
  async run(ctx) {
    const tenants = await allTenants(await ctx.database());
    return {
      text: grid(
        ["TENANT", "NAME", "CREATED"],
        tenants.map(({ tenant_id, name, created_at }) => [tenantIdentifier(tenant_id), name, day(created_at)]),
      ),
      data: {
        tenants: tenants.map(({ tenant_id, name, created_at }) => ({
          tenantId: tenantIdentifier(tenant_id),
          name,
          createdAt: toTimestamp(created_at),
        })),
      },
    };
  },
});
