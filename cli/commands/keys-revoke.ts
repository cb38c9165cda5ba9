import { revokeKey } from "../../server/features/api-keys";
import { defaultTenantName } from "../../server/features/tenants";
import { Problem } from "../../server/records/problem";
import { command } from "../command";
import { Failure } from "../failure";
import { findTenantId } from "../tenant";

export const keysRevoke = command({
  name: "keys revoke",
  positionals: ["KEY_ID"],
  options: { tenant: "text" },
  usage: "[--tenant NAME]",
  about: "end a key; a running service refuses it within a second",
  async run(ctx, { positionals, options }) {
    const keyId = positionals[0] as string;
    const db = await ctx.database();
    const tenantId = await findTenantId(db, options.tenant);
    try {
      const revoked = await db.transaction((tx) =>
        revokeKey({ db: tx, dialect: db.dialect, tenantId, now: ctx.now, newId: ctx.newId }, keyId),
      );
      return { text: `Key ${keyId} is revoked.`, data: revoked };
    } catch (error) {
      if (!(error instanceof Problem && error.code === "not_found")) throw error;
      throw new Failure(`The tenant ${options.tenant ?? defaultTenantName} has no key ${keyId}`);
    }
  },
});
