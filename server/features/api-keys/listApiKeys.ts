import type { Handler, Reading } from "../../context";
import { capped, countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql, type Value } from "../../storage/sql";
import { type KeyRow, keysInParts, newestKeys, toApiKey } from "./queries";

export const listApiKeys: Handler<"listApiKeys"> = async (ctx, { query }) => {
  const { active } = query;
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listApiKeys",
      ...(active !== undefined && { filters: [Number(active)] }),
      query,
      read: (position, limit) =>
        active === undefined ? newestKeys(ctx.db, ctx.tenantId, position, limit) : newestOf(ctx, active, { position, limit }),
      position: (row) => [row.key_id],
      items: (rows) => rows.map(toApiKey),
    }),
    active === undefined
      ? countCapped(ctx.db, sql`SELECT 1 FROM api_keys WHERE tenant_id = ${ctx.tenantId}`)
      : countOf(ctx, active),
  ]);
  return { ...page, totalCount };
};

async function newestOf(
  ctx: Reading,
  active: boolean,
  { position, limit }: { position: Value[] | undefined; limit: number },
): Promise<KeyRow[]> {
  const found: KeyRow[] = [];
  for await (const keys of keysInParts(ctx, active, position)) {
    found.push(...keys);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

async function countOf(ctx: Reading, active: boolean): Promise<number | null> {
  let count = 0;
  for await (const keys of keysInParts(ctx, active)) {
    count += keys.length;
    if (capped(count) === null) break;
  }
  return capped(count);
}
