import { operations, type Scope, scopes } from "../../contract";
import { issueKey } from "../../server/features/api-keys";
import { command } from "../command";
import { WrongUsage } from "../failure";
import { day } from "../grid";
import { findTenantId } from "../tenant";

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const maxLifeMs = 3_650 * unitMs.d;

export const keysCreate = command({
  name: "keys create",
  positionals: [],
  options: { tenant: "text", name: "text", scopes: "text", expires: "text" },
  usage: "[--tenant NAME] [--name TEXT] [--scopes A,B] [--expires 30d]",
  about: "make an API key; every scope and no end unless told",
  needsOption: true,
  async run(ctx, { options }) {
    const name = checkedName(options.name ?? "command line");
    const granted = checkedScopes(options.scopes ?? "*");
    const expiresAt = options.expires === undefined ? null : ctx.now + lifeMs(options.expires);
    const db = await ctx.database();
    const tenantId = await findTenantId(db, options.tenant);
    const issued = await db.transaction((tx) =>
      issueKey({ db: tx, tenantId, now: ctx.now, newId: ctx.newId }, { name, scopes: granted, expiresAt }),
    );
    const end = expiresAt === null ? "It has no expiry." : `It ends on ${day(expiresAt)} UTC.`;
    return {
      text: `Key ${issued.keyId}, shown this once:\n\n  ${issued.key}\n\nScopes: ${granted.join(", ")}. ${end}`,
      data: issued,
    };
  },
});

function checkedName(name: string): string {
  if (operations.createApiKey.body.shape.name.safeParse(name).success) return name;
  throw new WrongUsage("--name must have 1 to 1000 characters");
}

function checkedScopes(list: string): Scope[] {
  const given = list.split(",").map((scope) => scope.trim());
  const unknown = given.filter((scope) => !(scopes as readonly string[]).includes(scope));
  if (unknown.length === 0) return given as Scope[];
  throw new WrongUsage(`--scopes has ${unknown.map((scope) => `"${scope}"`).join(", ")}; there are ${scopes.join(", ")}`);
}

function lifeMs(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,8})([mhdw])$/.exec(text) ?? [];
  const life = Number(count) * unitMs[unit as keyof typeof unitMs];
  if (life <= maxLifeMs) return life;
  throw new WrongUsage("--expires must be a number and m, h, d or w, as in 30d; ten years at the most");
}
