import { isActive, newestKeys, toApiKey } from "../../server/features/api-keys";
import type { Reader } from "../../server/storage/port";
import { command } from "../command";
import { day, grid } from "../grid";
import { findTenantId } from "../tenant";

const keysPerPage = 100;

export const keysList = command({
  name: "keys list",
  positionals: [],
  options: { tenant: "text" },
  usage: "[--tenant NAME]",
  about: "list a tenant's keys, newest first",
  async run(ctx, { options }) {
    const db = await ctx.database();
    const rows = await allKeys(db, await findTenantId(db, options.tenant));
    const lines = rows.map((row) => [
      row.key_id,
      row.name,
      `…${row.hint}`,
      toApiKey(row).scopes.join(","),
      isActive(row, ctx.now) ? "active" : row.revoked_at === null ? "expired" : "revoked",
      row.expires_at === null ? "never" : day(row.expires_at),
      row.last_used_at === null ? "never" : day(row.last_used_at),
    ]);
    return {
      text: grid(["KEY", "NAME", "HINT", "SCOPES", "STATE", "EXPIRES", "LAST USED"], lines),
      data: { keys: rows.map(toApiKey) },
    };
  },
});

async function allKeys(db: Reader, tenantId: string): ReturnType<typeof newestKeys> {
  const keys: Awaited<ReturnType<typeof newestKeys>> = [];
  for (;;) {
    const last = keys.at(-1);
    const page = await newestKeys(db, tenantId, last && [last.key_id], keysPerPage);
    keys.push(...page);
    if (page.length < keysPerPage) return keys;
  }
}
