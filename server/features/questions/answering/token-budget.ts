import type { ModelConfig, TokenBudget } from "../../../answers/model/writer";
import type { Transaction } from "../../../storage/port";
import { sql } from "../../../storage/sql";

const dayMs = 86_400_000;
/** Rows of days before, removed each time. */
const removedAtOnce = 100;
/** Stands for all audiences of the tenant. */
const everyAudience = "";

interface Spender {
  tenantId: string;
  /** Undefined for a question that is tried for nobody. */
  audienceId: string | undefined;
  now: number;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

type Limits = Pick<ModelConfig, "tokensPerTenant" | "tokensPerAudience">;

/** What a tenant and an audience may use of the model in a day, on all nodes together. */
export function tokenBudget({ tenantId, audienceId, now, transaction }: Spender, limits: Limits): TokenBudget {
  const day = Math.floor(now / dayMs);
  const spenders: [string, number][] = [
    ...(audienceId === undefined ? [] : [[audienceId, limits.tokensPerAudience] as [string, number]]),
    [everyAudience, limits.tokensPerTenant],
  ];
  return {
    reserve: (tokens) =>
      transaction(async (tx) => {
        await removeOld(tx, tenantId, day);
        for (const [at, [spender, limit]] of spenders.entries()) {
          if (await add(tx, tenantId, day, spender, tokens, limit)) continue;
          for (const [earlier] of spenders.slice(0, at)) await subtract(tx, tenantId, day, earlier, tokens);
          return false;
        }
        return true;
      }),
    giveBack: (tokens) =>
      transaction(async (tx) => {
        for (const [spender] of spenders) await subtract(tx, tenantId, day, spender, tokens);
      }),
  };
}

async function add(
  tx: Transaction,
  tenantId: string,
  day: number,
  audienceId: string,
  tokens: number,
  limit: number,
): Promise<boolean> {
  if (tokens > limit) return false;
  const changed = await tx.run(sql`
    INSERT INTO model_tokens (tenant_id, day, audience_id, tokens) VALUES (${tenantId}, ${day}, ${audienceId}, ${tokens})
    ON CONFLICT (tenant_id, day, audience_id) DO UPDATE SET tokens = model_tokens.tokens + excluded.tokens
    WHERE model_tokens.tokens + excluded.tokens <= ${limit}`);
  return changed === 1;
}

async function subtract(tx: Transaction, tenantId: string, day: number, audienceId: string, tokens: number): Promise<void> {
  await tx.run(sql`
    UPDATE model_tokens SET tokens = tokens - ${tokens}
    WHERE tenant_id = ${tenantId} AND day = ${day} AND audience_id = ${audienceId}`);
}

async function removeOld(tx: Transaction, tenantId: string, day: number): Promise<void> {
  await tx.run(sql`
    DELETE FROM model_tokens WHERE tenant_id = ${tenantId} AND (day, audience_id) IN (
      SELECT day, audience_id FROM model_tokens WHERE tenant_id = ${tenantId} AND day < ${day}
      ORDER BY day, audience_id LIMIT ${removedAtOnce})`);
}
